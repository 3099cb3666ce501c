// The calls of the first five minutes as text, with the ids of the reader.

interface Ids {
  readonly url: string
  readonly account: string | undefined
  readonly other: string | undefined
}

/** Opens a second account where the reader has none, so that there is somebody to pay. */
export function snippets({ url, account, other }: Ids) {
  const from = account ?? '$ACCOUNT'
  // Ends the quotes of the body for a moment, so that the shell fills the variable in.
  const to = other ?? `'"$OTHER"'`
  const json = `-H 'Content-Type: application/json'`
  const open =
    other === undefined
      ? `OTHER=$(curl -s "$BANK/api/v2/accounts" -H "Authorization: Bearer $KEY" \\
  ${json} -d '{"name":"Savings"}' \\
  | node -pe 'JSON.parse(fs.readFileSync(0)).data.uuid')\n\n`
      : ''
  const transfer = `{"from_account":"${from}","to_account":"${to}","amount":"5.00","asset_code":"USD"}`
  return {
    curl: {
      key: `BANK=${url}\nKEY=paste-your-key-here`,
      accounts: `curl -s "$BANK/api/v2/accounts" -H "Authorization: Bearer $KEY"`,
      deposit: `curl -s "$BANK/api/v2/accounts/${from}/deposit" \\
  -H "Authorization: Bearer $KEY" ${json} \\
  -d '{"amount":"25.00","asset_code":"USD"}'`,
      transfer: `${open}curl -s "$BANK/api/v2/transfers" \\
  -H "Authorization: Bearer $KEY" ${json} \\
  -H "Idempotency-Key: first-payment" \\
  -d '${transfer}'`,
      events: `curl -N "$BANK/api/v2/events/stream" -H "Authorization: Bearer $KEY"`,
    },
    typescript: `import { accountList, createClient, transferCreate } from '@florin/client'

const bank = createClient({ baseUrl: '${url}', token: process.env.KEY })
const { data: accounts } = await accountList(bank, {})
console.log(accounts.map(({ name, balance }) => [name, balance]))

await transferCreate(bank, {
  from_account: '${from}',
  to_account: '${other ?? 'the uuid of another account'}',
  amount: '5.00',
  asset_code: 'USD',
})`,
  }
}
