export const Page = () => <h1>security</h1>
