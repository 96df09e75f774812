import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'

/** A profile that is on its way: cover, face, name, two buttons. */
export function ProfileSkeleton() {
  return (
    <Skeletons>
      <Skeleton className="picture-under-bar aspect-[5/2] rounded-none" />
      <div className="-mt-10 relative px-4 pb-8 sm:px-6">
        <Skeleton className="size-20 rounded-full ring-4 ring-paper" />
        <Skeleton className="mt-4 h-7 w-1/2" />
        <Skeleton className="mt-2 h-4 w-1/3" />
        <Skeleton className="mt-6 h-13" />
      </div>
    </Skeletons>
  )
}
