import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'

/** Posts that are on their way. */
export function PostSkeleton({ count = 2 }: { count?: number }) {
  return (
    <Skeletons>
      {Array.from({ length: count }, (_, index) => (
        <div key={String(index)} className="border-hairline border-b py-4">
          <div className="flex items-center gap-3 px-4 sm:px-6">
            <Skeleton className="size-11 rounded-full" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-4 w-1/3" />
              <Skeleton className="h-3 w-1/5" />
            </div>
          </div>
          <Skeleton className="mt-4 aspect-[4/3] rounded-none sm:mx-6 sm:rounded-media" />
        </div>
      ))}
    </Skeletons>
  )
}
