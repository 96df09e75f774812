import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Sold } from '../../../contract/analytics.ts'
import type { FiguresSpan } from '../../lib/figures-span.ts'
import { m } from '../../paraglide/messages.js'
import { soldQuery } from '../../queries/analytics.ts'
import { Coins } from '../../ui/coins.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { Hours } from './hours.tsx'
import { Section } from './section.tsx'

/** What was unlocked in a span: by kind, by post and by hour of the week; nothing where nothing was. */
export function SoldSections({ span }: { span: FiguresSpan }) {
  const { data } = useQuery(soldQuery(span))
  if (!data || data.kinds.length === 0) return null
  return (
    <>
      <Section title={m.analytics_sold()}>
        <p className="text-ink-soft text-sm">{m.analytics_sold_hint()}</p>
        <dl className="mt-3 divide-y divide-hairline border-hairline border-y">
          {data.kinds.map(({ kind, ...sums }) => (
            <div key={kind} className="flex min-h-11 items-center justify-between gap-4 py-1">
              <dt>{kindNames[kind]()}</dt>
              <dd>
                <Sums {...sums} />
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      {data.posts.length > 0 && <BestPosts posts={data.posts} />}
      <Section title={m.analytics_hours()}>
        <Hours hours={data.hours} />
      </Section>
    </>
  )
}

const kindNames = {
  post: m.analytics_sold_post,
  message: m.analytics_sold_message,
  media: m.analytics_sold_media,
}

function BestPosts({ posts }: Pick<Sold, 'posts'>) {
  const viewer = useViewer()
  const username = viewer?.acting_as?.target_user.username ?? viewer?.username ?? ''
  return (
    <Section title={m.analytics_best_posts()}>
      <ol className="divide-y divide-hairline">
        {posts.map(({ id, text, is_deleted, thumbnail, sales, paid }) => (
          <li key={id} className="flex min-h-16 items-center gap-3 py-2">
            {thumbnail ? <Thumbnail thumbnail={thumbnail} /> : <span className="size-12 shrink-0" />}
            {is_deleted ? (
              <span className="min-w-0 flex-1 text-ink-soft">{m.analytics_post_deleted()}</span>
            ) : (
              <Link
                to="/@{$username}/$id"
                params={{ username, id }}
                className="line-clamp-2 min-w-0 flex-1 py-1 hover:underline"
              >
                {text || m.analytics_post_wordless()}
              </Link>
            )}
            <Sums sales={sales} paid={paid} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

const Sums = ({ sales, paid }: { sales: number; paid: number }) => (
  <span className="flex shrink-0 flex-col items-end">
    <Coins amount={paid} />
    <span className="text-ink-soft text-sm tabular-nums">{m.analytics_sales({ count: sales })}</span>
  </span>
)
