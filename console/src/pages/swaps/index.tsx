export const Page = () => <h1>swaps</h1>
