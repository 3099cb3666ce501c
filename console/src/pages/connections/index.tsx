export const Page = () => <h1>connections</h1>
