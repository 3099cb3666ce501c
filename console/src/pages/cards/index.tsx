export const Page = () => <h1>cards</h1>
