import { useQuery } from '@tanstack/react-query'
import { entryQuery } from '../../queries/wallet.ts'
import { Coins } from '../../ui/coins.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { accountName } from './names.ts'

/** A movement opened into the postings that it is made of: who gave, who got, and what sums to zero. */
export function Postings({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(entryQuery(id))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!data)
    return (
      <Skeletons className="flex flex-col gap-3 py-2">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-full" />
      </Skeletons>
    )
  return (
    <dl className="divide-y divide-hairline">
      {data.postings.map((posting) => (
        <div key={`${posting.account} ${posting.owner} ${posting.amount}`} className="flex justify-between gap-4 py-2">
          <dt>{accountName(posting.account, posting.owner)}</dt>
          <dd>
            <Coins amount={posting.amount} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
