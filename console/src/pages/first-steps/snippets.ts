// The calls of the first five minutes as text, with the ids of the reader.

interface Ids {
  readonly url: string
  readonly account: string | undefined
  readonly other: string | undefined
}

const json = `-H 'Content-Type: application/json'`

/** Opens an account and keeps its uuid in a variable, for the calls that follow. */
const open = (variable: string, name: string): string =>
  `export ${variable}=$(curl -s "$BANK/api/v2/accounts" -H "Authorization: Bearer $KEY" \\
  ${json} -d '{"name":"${name}"}' \\
  | node -pe 'JSON.parse(fs.readFileSync(0)).data.uuid')\n\n`

/** Ends the quotes of a body for a moment, so that the shell fills the variable in. */
const filledIn = (variable: string): string => `'"$${variable}"'`

/** Opens the accounts that the reader does not have, so that there is one to pay from and one to pay to. */
export function snippets({ url, account, other }: Ids) {
  const openFirst = account === undefined ? open('ACCOUNT', 'Main account') : ''
  const openOther = other === undefined ? open('OTHER', 'Savings') : ''
  const from = account ?? filledIn('ACCOUNT')
  const to = other ?? filledIn('OTHER')
  const transfer = `{"from_account":"${from}","to_account":"${to}","amount":"5.00","asset_code":"USD"}`
  return {
    curl: {
      key: `export BANK=${url}\nexport KEY=paste-your-key-here`,
      accounts: `curl -s "$BANK/api/v2/accounts" -H "Authorization: Bearer $KEY"`,
      deposit: `${openFirst}curl -s "$BANK/api/v2/accounts/${account ?? '$ACCOUNT'}/deposit" \\
  -H "Authorization: Bearer $KEY" ${json} \\
  -d '{"amount":"25.00","asset_code":"USD"}'`,
      transfer: `${openOther}curl -s "$BANK/api/v2/transfers" \\
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
  from_account: ${account === undefined ? 'process.env.ACCOUNT!' : `'${account}'`},
  to_account: ${other === undefined ? 'process.env.OTHER!' : `'${other}'`},
  amount: '5.00',
  asset_code: 'USD',
})`,
  }
}
