export const Page = () => <h1>gcu</h1>
