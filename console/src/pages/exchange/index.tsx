export const Page = () => <h1>exchange</h1>
