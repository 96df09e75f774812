import { useQuery } from '@tanstack/react-query'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { similarQuery } from '../../queries/discovery.ts'
import { CreatorRow } from '../frame/creator-row.tsx'

/** Creators like this one, under the posts. It adds to the page, so what fails is left out. */
export function SimilarCreators({ user }: { user: PublicProfile }) {
  const { data } = useQuery(similarQuery(user.username ?? ''))
  if (!data || data.data.length === 0) return null
  return (
    <section aria-labelledby="similar" className="border-hairline border-t pt-4 pb-6">
      <h2 id="similar" className="px-4 font-bold text-ink-soft text-sm sm:px-6">
        {m.profile_similar()}
      </h2>
      <ul>
        {data.data.map((creator) => (
          <li key={creator.id}>
            <CreatorRow user={creator} />
          </li>
        ))}
      </ul>
    </section>
  )
}
