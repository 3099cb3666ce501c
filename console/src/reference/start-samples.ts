// The shell script of the getting-started page, step by step. A test runs the steps in one shell, at a fresh bank.

export const startSteps = (url: string) => [
  {
    title: 'Sign up',
    about: 'The answer holds a token, which authenticates the calls that follow for a day.',
    operation: 'auth.register',
    code: `BANK=${url}
FLORIN_TOKEN=$(curl -s "$BANK/api/auth/register" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"Ada","email":"ada@example.com","password":"Corr3ct-horse"}' \\
  | node -pe 'JSON.parse(fs.readFileSync(0)).access_token')`,
  },
  {
    title: 'Find your account',
    about: 'Signing up opened one.',
    operation: 'account.list',
    code: `MAIN=$(curl -s "$BANK/api/v2/accounts" -H "Authorization: Bearer $FLORIN_TOKEN" \\
  | node -pe 'JSON.parse(fs.readFileSync(0)).data[0].uuid')`,
  },
  {
    title: 'Add funds',
    about: 'In a sandbox every user may. Amounts are decimal text, so that nothing rounds them.',
    operation: 'account.deposit',
    code: `curl -s "$BANK/api/v2/accounts/$MAIN/deposit" -H "Authorization: Bearer $FLORIN_TOKEN" \\
  -H 'Content-Type: application/json' -d '{"amount":"100.00","asset_code":"USD"}'`,
  },
  {
    title: 'Pay',
    about: 'The Idempotency-Key makes sure that a repeated call pays once.',
    operation: 'transfer.create',
    code: `SAVINGS=$(curl -s "$BANK/api/v2/accounts" -H "Authorization: Bearer $FLORIN_TOKEN" \\
  -H 'Content-Type: application/json' -d '{"name":"Savings"}' \\
  | node -pe 'JSON.parse(fs.readFileSync(0)).data.uuid')
curl -s "$BANK/api/v2/transfers" -H "Authorization: Bearer $FLORIN_TOKEN" \\
  -H 'Content-Type: application/json' -H 'Idempotency-Key: first-payment' \\
  -d '{"from_account":"'$MAIN'","to_account":"'$SAVINGS'","amount":"30.00","asset_code":"USD"}'`,
  },
]
