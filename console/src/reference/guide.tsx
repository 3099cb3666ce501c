// A page made from a file of the repository: a guide, the list of the guides, or the changelog.
import { guidePages } from './built-guides.ts'
import { Fragment, type ReactNode } from 'react'
import { Code } from '../design/code.tsx'
import { Show } from '../design/state.tsx'
import { Link, useAnchor } from './address.tsx'
import type { Api } from './api.ts'
import { useLoaded } from './load.ts'
import { type Block, type Inline, textOf } from './markdown.ts'
import { useSession } from './session.tsx'
import { Mono } from './text.tsx'
import { Title } from './title.tsx'

export const isGuidePage = (place: string): boolean => Object.hasOwn(guidePages, place)

interface GuideProps {
  readonly place: string
  readonly api: Api | undefined
}

export function GuidePage({ place, api }: GuideProps) {
  const read = useLoaded(place, guidePages[place]!)
  return (
    <Show read={read} lines={12}>
      {({ blocks }) => <Page key={place} blocks={blocks} place={place} api={api} />}
    </Show>
  )
}

function Page({ blocks, place, api }: GuideProps & { readonly blocks: readonly Block[] }) {
  useAnchor()
  return (
    <article className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4 leading-relaxed">
      {blocks.map((block, index) => (
        <Fragment key={index}>
          <BlockView block={block} api={api} />
          {place === 'changelog' && index === 0 && <Version />}
        </Fragment>
      ))}
    </article>
  )
}

function Version() {
  const { version } = useSession()
  if (version === undefined) return null
  return (
    <p>
      This bank runs Florin <strong>{version}</strong>.
    </p>
  )
}

interface BlockProps {
  readonly block: Block
  readonly api: Api | undefined
}

function BlockView({ block, api }: BlockProps): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <Heading {...block} />
    case 'paragraph':
      return (
        <p className="break-words">
          <Text inline={block.inside} api={api} />
        </p>
      )
    case 'code':
      return <Code label="Code" text={block.text} />
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={`grid gap-2 pl-6 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
          {block.items.map((item, index) => (
            <li key={index}>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
                {item.map((one, at) => (
                  <BlockView key={at} block={one} api={api} />
                ))}
              </div>
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return <TableView {...block} api={api} />
  }
}

function Heading({ level, id, inside }: Extract<Block, { kind: 'heading' }>) {
  if (level === 1) return <Title text={textOf(inside)} />
  const Name = level === 2 ? 'h2' : 'h3'
  return (
    <Name id={id} className={`scroll-mt-20 font-semibold ${level === 2 ? 'mt-4 text-lg' : 'mt-2'}`}>
      <a href={`#${id}`} className="hover:underline">
        <Text inline={inside} api={undefined} />
      </a>
    </Name>
  )
}

function TableView({
  head,
  rows,
  api,
}: Extract<Block, { kind: 'table' }> & { readonly api: Api | undefined }) {
  return (
    <div
      role="region"
      aria-label="Table"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-xl border border-line bg-card"
    >
      <table className="w-full text-left text-sm">
        {head.some((cell) => cell.length > 0) && (
          <thead className="text-xs text-soft">
            <tr className="border-b border-line">
              {head.map((cell, index) => (
                <th key={index} scope="col" className="px-4 py-2 font-medium">
                  <Text inline={cell} api={undefined} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className="border-b border-line last:border-0">
              {row.map((cell, at) => (
                <td key={at} className="min-w-32 px-4 py-2 align-top break-words">
                  <Text inline={cell} api={api} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const LINK = 'text-accent underline'

function Text({
  inline,
  api,
}: {
  readonly inline: readonly Inline[]
  readonly api: Api | undefined
}): ReactNode {
  return inline.map((one, index) => (
    <Fragment key={index}>
      {typeof one === 'string' ? one : <Marked inline={one} api={api} />}
    </Fragment>
  ))
}

function Marked({
  inline,
  api,
}: {
  readonly inline: Exclude<Inline, string>
  readonly api: Api | undefined
}): ReactNode {
  if (inline.kind === 'code') {
    const route = api?.addresses.get(inline.text)
    const code = <Mono>{inline.text}</Mono>
    return route ? (
      <Link to={`operations/${route.id}`} className={LINK}>
        {code}
      </Link>
    ) : (
      code
    )
  }
  // A link holds no other.
  const inside = <Text inline={inline.inside} api={inline.kind === 'link' ? undefined : api} />
  if (inline.kind === 'strong') return <strong className="font-semibold">{inside}</strong>
  if (inline.kind === 'em') return <em>{inside}</em>
  if (/^https?:/.test(inline.to))
    return (
      <a href={inline.to} rel="noreferrer" className={LINK}>
        {inside}
      </a>
    )
  return (
    <Link to={inline.to} className={LINK}>
      {inside}
    </Link>
  )
}
