export const Page = () => <h1>bridges</h1>
