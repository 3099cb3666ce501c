// What the palette finds: pages, actions, the viewer's accounts and payments, the operations of the API, and for operators
// users and customers' accounts. The bank is asked for payments and the last three when something was typed.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import {
  customerAccountList,
  transactionList,
  userList,
} from '../../../../sdk/client/operations.ts'
import type { User } from '../../../../sdk/client/types.ts'
import { useAccounts } from '../../accounts.ts'
import { client, reading } from '../../bank.ts'
import { icon, type Icon } from '../../design/icons.tsx'
import { toast } from '../../design/toast.tsx'
import { pagesOf } from '../../navigation.ts'
import { type Index, toApi } from '../../reference/api.ts'
import { changeOf, titleOf, toPayments } from '../../payments.ts'
import { signOut } from '../../session.ts'
import { useSettled } from '../../settled.ts'
import { useOpenTour } from '../../tour/context.ts'
import { turnTheme } from '../theme.ts'
import type { Findable } from './rank.ts'

const BookText = icon('book-text')
const Braces = icon('braces')
const Keyboard = icon('keyboard')
const KeyRound = icon('key-round')
const Landmark = icon('landmark')
const LogOut = icon('log-out')
const MapIcon = icon('map')
const Plus = icon('plus')
const Receipt = icon('receipt')
const Send = icon('send')
const SunMoon = icon('sun-moon')
const UserRound = icon('user-round')
const WalletCards = icon('wallet-cards')

const LETTERS_MIN = 2
const ASKED_MAX = 6

export interface Entry extends Findable {
  readonly key: string
  readonly icon: Icon
  readonly run: () => void
}

type Go = (to: string, search?: Readonly<Record<string, string>>) => void

export function useEntries(user: User, text: string, showShortcuts: () => void): readonly Entry[] {
  const navigate = useNavigate()
  const go: Go = (to, search = {}) => void navigate({ to, search })
  const asked = useSettled(text.trim())
  // An answer to what was typed before is no answer to this.
  const search = asked === text.trim() && asked.length >= LETTERS_MIN ? asked : undefined
  const actions = useActions(go, showShortcuts)
  return [
    ...pageEntries(user, go),
    ...actions,
    ...useOwnAccounts(go),
    ...usePayments(search, go),
    ...useCustomers(user.roles.includes('admin') ? search : undefined, go),
    ...useOperations(text.trim().length >= LETTERS_MIN),
  ]
}

const pageEntries = (user: User, go: Go): readonly Entry[] => [
  ...pagesOf(user).map(
    ({ path, name, group, icon: Icon }): Entry => ({
      key: path,
      kind: 'Page',
      title: name,
      detail: group,
      icon: Icon,
      run: () => go(path),
    }),
  ),
  {
    key: '/api/docs',
    kind: 'Page',
    title: 'API reference',
    detail: 'Developer',
    icon: BookText,
    run: () => location.assign('/api/docs'),
  },
]

function useActions(go: Go, showShortcuts: () => void): readonly Entry[] {
  const openTour = useOpenTour()
  const action = (title: string, words: string, Icon: Icon, run: () => void): Entry => ({
    key: title,
    kind: 'Action',
    title,
    words,
    icon: Icon,
    run,
  })
  return [
    action('Send money', 'pay transfer payment', Send, () => go('/send')),
    action('Open an account', 'new create', Plus, () => go('/accounts', { create: 'account' })),
    action('Create an API key', 'new token', KeyRound, () => go('/keys', { create: 'read' })),
    action('Change the colours', 'theme light dark toggle colors', SunMoon, turnTheme),
    action('Keyboard shortcuts', 'keys help', Keyboard, showShortcuts),
    action('Guided tour', 'help introduction', MapIcon, openTour),
    action('Sign out', 'log out leave end session', LogOut, () => {
      signOut().catch(() => toast('You are still signed in: the bank could not be reached.'))
    }),
  ]
}

function useOwnAccounts(go: Go): readonly Entry[] {
  const accounts = useAccounts()
  return (accounts.data ?? []).map(({ uuid, name, type }) => ({
    key: uuid,
    kind: 'Account',
    title: name,
    detail: type,
    words: uuid,
    icon: Landmark,
    run: () => go(`/accounts/${uuid}`),
  }))
}

function usePayments(search: string | undefined, go: Go): readonly Entry[] {
  const enabled = search !== undefined
  const input = { search: search ?? '', per_page: ASKED_MAX }
  const { data } = useQuery({ ...reading('transactions', transactionList, input), enabled })
  if (!enabled || !data) return []
  return toPayments(data.data).map((payment): Entry => {
    const { uuid, main } = payment
    const day = new Date(main.created_at).toLocaleDateString(undefined, { dateStyle: 'medium' })
    return {
      key: `payment-${uuid}`,
      kind: 'Payment',
      title: titleOf(payment),
      detail: `${changeOf(main)} ${main.asset_code}, ${day}`,
      isFound: true,
      icon: Receipt,
      run: () => go(`/payments/${uuid}`),
    }
  })
}

function useCustomers(search: string | undefined, go: Go): readonly Entry[] {
  const enabled = search !== undefined
  const input = { search: search ?? '', per_page: ASKED_MAX }
  const people = useQuery({ ...reading('people', userList, input), enabled })
  const accounts = useQuery({ ...reading('customers', customerAccountList, input), enabled })
  if (!enabled) return []
  return [
    ...(people.data?.data ?? []).map(
      ({ uuid, name, email }): Entry => ({
        key: uuid,
        kind: 'User',
        title: name,
        detail: email,
        isFound: true,
        icon: UserRound,
        run: () => go(`/people/${uuid}`),
      }),
    ),
    ...(accounts.data?.data ?? []).map(
      ({ uuid, name, owner, iban, account_number }): Entry => ({
        key: `customer-${uuid}`,
        kind: 'Customer’s account',
        title: owner ? `${name}, ${owner.name}` : name,
        detail: iban ?? account_number ?? uuid,
        isFound: true,
        icon: WalletCards,
        run: () => go('/customers', { account: uuid }),
      }),
    ),
  ]
}

const NONE: readonly Entry[] = []

/** The index of the API is read once, when something was typed. */
function useOperations(enabled: boolean): readonly Entry[] {
  const { data } = useQuery({
    queryKey: ['reference'],
    queryFn: async ({ signal }) => {
      const request = { method: 'GET', path: '/api/docs/index.json', body: undefined }
      return (await (await client.send(request, { signal })).json()) as Index
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
  return useMemo(
    () =>
      data
        ? [...toApi(data).routes.values()]
            .filter(({ aliasOf }) => aliasOf === undefined)
            .map(({ id, method, path, name }) => ({
              key: id,
              kind: 'API',
              title: name,
              detail: `${method} ${path}`,
              words: id,
              icon: Braces,
              run: () => location.assign(`/api/docs/operations/${id}`),
            }))
        : NONE,
    [data],
  )
}
