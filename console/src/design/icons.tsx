// The icons of the console, from the set Lucide. The build keeps only those that are listed here, by the call that
// declares them (used-icons.ts).
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' }
import type { ComponentType, SVGProps } from 'react'

export type Icon = ComponentType<SVGProps<SVGSVGElement>>

function icon(name: keyof typeof lucide.icons): Icon {
  const drawing = { __html: lucide.icons[name].body }
  return (props) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      aria-hidden
      {...props}
      dangerouslySetInnerHTML={drawing}
    />
  )
}

export const Activity = icon('activity')
export const ArrowDownLeft = icon('arrow-down-left')
export const ArrowLeft = icon('arrow-left')
export const ArrowLeftRight = icon('arrow-left-right')
export const ArrowRight = icon('arrow-right')
export const ArrowUpRight = icon('arrow-up-right')
export const BookOpen = icon('book-open')
export const BookText = icon('book-text')
export const Bot = icon('bot')
export const Bug = icon('bug')
export const Building2 = icon('building-complex')
export const CandlestickChart = icon('candlestick-chart')
export const ChartCandlestick = icon('chart-candlestick')
export const ChartLine = icon('chart-line')
export const Check = icon('check')
export const ChevronRight = icon('chevron-right')
export const CircleAlert = icon('circle-alert')
export const CircleCheck = icon('circle-check')
export const CircleHelp = icon('circle-question-mark')
export const CircleX = icon('circle-x')
export const Clock = icon('clock')
export const Compass = icon('compass')
export const Copy = icon('copy')
export const CreditCard = icon('credit-card')
export const Ellipsis = icon('ellipsis')
export const FileCheck2 = icon('file-check-2')
export const FileText = icon('file-text')
export const Filter = icon('filter')
export const Fingerprint = icon('fingerprint-pattern')
export const Gauge = icon('gauge')
export const Globe = icon('globe')
export const HandCoins = icon('hand-coins')
export const Handshake = icon('handshake')
export const History = icon('rotate-ccw-clock')
export const Inbox = icon('inbox')
export const KeyRound = icon('key-round')
export const Landmark = icon('landmark')
export const Layers = icon('layers')
export const ListOrdered = icon('list-ordered')
export const ListTree = icon('list-tree')
export const LoaderCircle = icon('loader-circle')
export const Lock = icon('lock')
export const LogOut = icon('log-out')
export const Mail = icon('mail')
export const Map = icon('map')
export const Menu = icon('menu')
export const MessageSquarePlus = icon('message-square-plus')
export const MessagesSquare = icon('messages-square')
export const Monitor = icon('monitor')
export const Moon = icon('moon')
export const Pause = icon('pause')
export const Play = icon('play')
export const Plug = icon('plug')
export const Plus = icon('plus')
export const Radio = icon('radio')
export const Rocket = icon('rocket')
export const Scale = icon('scale')
export const ScrollText = icon('scroll-text')
export const Search = icon('search')
export const SearchX = icon('search-x')
export const Send = icon('send')
export const SendHorizontal = icon('send-horizontal')
export const Shield = icon('shield')
export const ShieldCheck = icon('shield-check')
export const Shuffle = icon('shuffle')
export const Smartphone = icon('smartphone')
export const Sparkles = icon('sparkles')
export const Square = icon('square')
export const Store = icon('store')
export const Sun = icon('sun')
export const ThumbsDown = icon('thumbs-down')
export const ThumbsUp = icon('thumbs-up')
export const ToggleRight = icon('toggle-right')
export const Trash2 = icon('trash')
export const TriangleAlert = icon('triangle-alert')
export const Unplug = icon('unplug')
export const Upload = icon('upload')
export const User = icon('user')
export const UserPlus = icon('user-plus')
export const UserRound = icon('user-round')
export const Users = icon('users')
export const Vote = icon('vote')
export const WalletCards = icon('wallet-cards')
export const Waypoints = icon('waypoints')
export const Webhook = icon('webhook')
export const Wrench = icon('wrench')
export const X = icon('x')
