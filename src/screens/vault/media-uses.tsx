import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mostUses } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { mediaUsesQuery } from '../../queries/media.ts'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'

/** Where a media is used, so that a creator does not delete or sell it unknowingly. */
export function MediaUses({ id }: { id: string }) {
  const viewer = useViewer()
  const { data, error, refetch } = useQuery(mediaUsesQuery(id))
  return (
    <section aria-label={m.vault_where()}>
      <h3 className="mb-1 font-bold">{m.vault_where()}</h3>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeletons>
          <Skeleton className="h-4 w-2/3" />
        </Skeletons>
      )}
      {data && data.posts.length + data.messages + data.buyers === 0 && (
        <p className="text-ink-soft text-sm">{m.vault_unused()}</p>
      )}
      {data && (
        <ul className="flex flex-col text-sm">
          {data.posts.map((post) => (
            <li key={post.id}>
              <Link
                to="/@{$username}/$id"
                params={{ username: viewer?.username ?? '', id: post.id }}
                className="flex min-h-11 items-center gap-2 underline decoration-edge underline-offset-4 hover:decoration-ink"
              >
                <span className="truncate">{post.text || m.vault_in_post()}</span>
                {(post.draft || post.archived) && (
                  <span className="shrink-0 text-ink-soft">({post.draft ? m.vault_draft() : m.vault_archived()})</span>
                )}
              </Link>
            </li>
          ))}
          {data.messages > 0 && <li className="py-2">{inMessages(data.messages)}</li>}
          {data.buyers > 0 && <li className="py-2">{boughtBy(data.buyers)}</li>}
        </ul>
      )}
    </section>
  )
}

const inMessages = (count: number): string =>
  count < mostUses ? m.vault_in_messages({ count }) : m.vault_in_many_messages({ count: mostUses - 1 })
const boughtBy = (count: number): string =>
  count < mostUses ? m.vault_buyers({ count }) : m.vault_many_buyers({ count: mostUses - 1 })
