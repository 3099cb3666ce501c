// A person of the bank with accounts that hold money, made through the API as anybody would.

export interface Person {
  readonly uuid: string
  readonly token: string
}

export interface Bank {
  readonly url: string
  readonly token: string
  readonly accounts: readonly string[]
}

const CONNECTIONS = 64
/** Cents: no run moves so much, a cent at a time, that an account could run dry. */
const INITIAL_BALANCE = 100_000_000

async function post<T>(url: string, path: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${path} was answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}

export async function register(url: string, email: string): Promise<Person> {
  const person = { name: 'Bench', email, password: 'Corr3ct-horse' }
  const { access_token, data } = await post<{
    access_token: string
    data: { user: { uuid: string } }
  }>(url, '/api/auth/register', person)
  return { uuid: data.user.uuid, token: access_token }
}

export async function openBank(url: string, accountCount: number): Promise<Bank> {
  const { uuid: user_uuid, token } = await register(url, 'ledger@example.com')
  const accounts: string[] = []
  let started = 0
  const openAccounts = async (): Promise<void> => {
    while (started < accountCount) {
      const wish = { user_uuid, name: `Bench ${started++}`, initial_balance: INITIAL_BALANCE }
      const { data } = await post<{ data: { uuid: string } }>(url, '/api/accounts', wish, token)
      accounts.push(data.uuid)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, openAccounts))
  return { url, token, accounts }
}
