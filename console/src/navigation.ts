// The pages of the console, each one folder under pages/ and one line here. The folder's name is the first segment of
// its addresses; its `index.tsx` exports `Page`, and `Detail` for the addresses of single things.
import { icon, type Icon } from './design/icons.tsx'
import type { ComponentType } from 'react'
import { COLLECT } from './shell/forms.ts'
import { OPERATORS_HOME } from './shell/home.ts'
import type { User } from '../../sdk/client/types.ts'

interface PageModule {
  readonly Page: ComponentType
  readonly Detail?: ComponentType
}

export interface PageEntry {
  readonly path: string
  readonly name: string
  readonly icon: Icon
  readonly group: string
  readonly load: () => Promise<PageModule>
  /** The parameter of the addresses of single things, such as `/accounts/$id`. */
  readonly hasDetail?: true
  /** Only for users with this role. */
  readonly role?: string
  /** Listed for users with this role, but all users may open its addresses; the page decides what they see. */
  readonly listedFor?: string
  /** In the bar at the bottom of a phone. */
  readonly isMain?: true
  /** Opens the page, pressed after the letter g. */
  readonly key?: string
}

const entry = (page: PageEntry): PageEntry => page

/** Pages that other pages and mails lead to, and no navigation. */
export const unlistedPages: readonly Pick<PageEntry, 'path' | 'load' | 'hasDetail'>[] = [
  { path: COLLECT, load: () => import('./pages/collect/index.tsx') },
]

export const pages: readonly PageEntry[] = [
  // First, because only operators see them.
  entry({
    path: OPERATORS_HOME,
    key: 'b',
    name: 'Bank overview',
    icon: icon('chart-column'),
    group: 'Operator',
    role: 'admin',
    load: () => import('./pages/bank/index.tsx'),
  }),
  entry({
    path: '/payments',
    key: 'p',
    name: 'Payments',
    icon: icon('arrow-right-left'),
    group: 'Operator',
    listedFor: 'admin',
    hasDetail: true,
    load: () => import('./pages/payments/index.tsx'),
  }),
  entry({
    path: '/dashboard',
    key: 'd',
    name: 'Live dashboard',
    icon: icon('activity'),
    group: 'Operator',
    role: 'admin',
    load: () => import('./pages/dashboard/index.tsx'),
  }),
  entry({
    path: '/people',
    key: 'u',
    name: 'Users',
    icon: icon('users'),
    group: 'Operator',
    role: 'admin',
    hasDetail: true,
    load: () => import('./pages/people/index.tsx'),
  }),
  entry({
    path: '/customers',
    name: 'Customers’ accounts',
    icon: icon('wallet-cards'),
    group: 'Operator',
    role: 'admin',
    load: () => import('./pages/customers/index.tsx'),
  }),
  entry({
    path: '/funding',
    name: 'Funding',
    icon: icon('hand-coins'),
    group: 'Operator',
    role: 'admin',
    load: () => import('./pages/funding/index.tsx'),
  }),
  entry({
    path: '/batches',
    name: 'Batch operations',
    icon: icon('layers'),
    group: 'Operator',
    role: 'admin',
    load: () => import('./pages/batches/index.tsx'),
  }),
  entry({
    path: '/files',
    name: 'Payment files',
    icon: icon('file-text'),
    group: 'Operator',
    role: 'admin',
    load: () => import('./pages/files/index.tsx'),
  }),
  entry({
    path: '/general-ledger',
    name: 'General ledger',
    icon: icon('book-open'),
    group: 'Operator',
    role: 'admin',
    hasDetail: true,
    load: () => import('./pages/general-ledger/index.tsx'),
  }),
  entry({
    path: '/partners',
    name: 'Partners',
    icon: icon('building-complex'),
    group: 'Operator',
    role: 'admin',
    load: () => import('./pages/partners/index.tsx'),
  }),
  entry({
    path: '/compliance',
    name: 'Compliance',
    icon: icon('scale'),
    group: 'Operator',
    role: 'admin',
    load: () => import('./pages/compliance/index.tsx'),
  }),
  entry({
    path: '/dispute-queue',
    name: 'Dispute queue',
    icon: icon('gavel'),
    group: 'Operator',
    role: 'admin',
    load: () => import('./pages/dispute-queue/index.tsx'),
  }),
  entry({
    path: '/tools',
    name: 'Tools',
    icon: icon('wrench'),
    group: 'Operator',
    role: 'admin',
    load: () => import('./pages/tools/index.tsx'),
  }),
  entry({
    path: '/switches',
    name: 'Switches',
    icon: icon('toggle-right'),
    group: 'Operator',
    role: 'admin',
    load: () => import('./pages/switches/index.tsx'),
  }),
  entry({
    path: '/audit',
    name: 'Audit log',
    icon: icon('scroll-text'),
    group: 'Operator',
    role: 'admin',
    hasDetail: true,
    load: () => import('./pages/audit/index.tsx'),
  }),
  entry({
    path: '/',
    key: 'o',
    name: 'Overview',
    icon: icon('gauge'),
    group: 'Money',
    isMain: true,
    load: () => import('./pages/overview/index.tsx'),
  }),
  entry({
    path: '/accounts',
    key: 'a',
    name: 'Accounts',
    icon: icon('landmark'),
    group: 'Money',
    isMain: true,
    hasDetail: true,
    load: () => import('./pages/accounts/index.tsx'),
  }),
  entry({
    path: '/send',
    key: 's',
    name: 'Send',
    icon: icon('send'),
    group: 'Money',
    isMain: true,
    load: () => import('./pages/send/index.tsx'),
  }),
  entry({
    path: '/history',
    key: 'h',
    name: 'History',
    icon: icon('rotate-ccw-clock'),
    group: 'Money',
    isMain: true,
    load: () => import('./pages/history/index.tsx'),
  }),
  entry({
    path: '/spending',
    key: 'm',
    name: 'Spending',
    icon: icon('chart-pie'),
    group: 'Money',
    load: () => import('./pages/spending/index.tsx'),
  }),
  entry({
    path: '/direct-debits',
    name: 'Direct debits',
    icon: icon('receipt-euro'),
    group: 'Money',
    load: () => import('./pages/direct-debits/index.tsx'),
  }),
  entry({
    path: '/standing-orders',
    name: 'Standing orders',
    icon: icon('repeat'),
    group: 'Money',
    load: () => import('./pages/standing-orders/index.tsx'),
  }),
  entry({
    path: '/disputes',
    name: 'Disputes',
    icon: icon('message-circle-warning'),
    group: 'Money',
    hasDetail: true,
    load: () => import('./pages/disputes/index.tsx'),
  }),
  entry({
    path: '/gcu',
    name: 'GCU',
    icon: icon('globe'),
    group: 'Markets',
    load: () => import('./pages/gcu/index.tsx'),
  }),
  entry({
    path: '/exchange',
    key: 'x',
    name: 'Exchange',
    icon: icon('candlestick-chart'),
    group: 'Markets',
    load: () => import('./pages/exchange/index.tsx'),
  }),
  entry({
    path: '/swaps',
    name: 'Swaps',
    icon: icon('shuffle'),
    group: 'Markets',
    load: () => import('./pages/swaps/index.tsx'),
  }),
  entry({
    path: '/bridges',
    name: 'Bridges',
    icon: icon('arrow-left-right'),
    group: 'Markets',
    load: () => import('./pages/bridges/index.tsx'),
  }),
  entry({
    path: '/assistant',
    name: 'Assistant',
    icon: icon('messages-square'),
    group: 'Services',
    load: () => import('./pages/assistant/index.tsx'),
  }),
  entry({
    path: '/cards',
    name: 'Cards and plan',
    icon: icon('credit-card'),
    group: 'Services',
    load: () => import('./pages/cards/index.tsx'),
  }),
  entry({
    path: '/connections',
    name: 'Connections',
    icon: icon('plug'),
    group: 'Services',
    load: () => import('./pages/connections/index.tsx'),
  }),
  entry({
    path: '/notifications',
    key: 'n',
    name: 'Notifications',
    icon: icon('bell'),
    group: 'Services',
    load: () => import('./pages/notifications/index.tsx'),
  }),
  entry({
    path: '/profile',
    name: 'Profile',
    icon: icon('circle-user'),
    group: 'Services',
    load: () => import('./pages/profile/index.tsx'),
  }),
  entry({
    path: '/security',
    name: 'Security',
    icon: icon('shield'),
    group: 'Services',
    load: () => import('./pages/security/index.tsx'),
  }),
  entry({
    path: '/first-steps',
    name: 'First five minutes',
    icon: icon('rocket'),
    group: 'Developer',
    load: () => import('./pages/first-steps/index.tsx'),
  }),
  entry({
    path: '/keys',
    key: 'k',
    name: 'API keys',
    icon: icon('key-round'),
    group: 'Developer',
    load: () => import('./pages/keys/index.tsx'),
  }),
  entry({
    path: '/webhooks',
    key: 'w',
    name: 'Webhooks',
    icon: icon('webhook'),
    group: 'Developer',
    hasDetail: true,
    load: () => import('./pages/webhooks/index.tsx'),
  }),
  entry({
    path: '/events',
    key: 'e',
    name: 'Events',
    icon: icon('radio'),
    group: 'Developer',
    load: () => import('./pages/events/index.tsx'),
  }),
  entry({
    path: '/requests',
    key: 'r',
    name: 'Request log',
    icon: icon('list-tree'),
    group: 'Developer',
    hasDetail: true,
    load: () => import('./pages/requests/index.tsx'),
  }),
  entry({
    path: '/agents',
    name: 'Agents',
    icon: icon('bot'),
    group: 'Developer',
    hasDetail: true,
    load: () => import('./pages/agents/index.tsx'),
  }),
]

/** The pages that the user may see. */
export const pagesOf = ({ roles }: User): readonly PageEntry[] =>
  pages.filter(({ role, listedFor = role }) => listedFor === undefined || roles.includes(listedFor))

/** The page at an address, also at the address of a single thing. */
export const pageAt = (address: string): PageEntry | undefined =>
  pages.find(({ path }) => address === path || (path !== '/' && address.startsWith(`${path}/`)))
