import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'

/** Bubbles from the bottom up, while the person and then the history are on their way. */
export function ConversationSkeleton() {
  return (
    <Skeletons className="flex flex-1 flex-col justify-end gap-3 p-4">
      {['w-1/2', 'ml-auto w-2/5', 'w-3/5', 'w-1/3', 'ml-auto w-1/2'].map((width) => (
        <Skeleton key={width} className={`h-11 rounded-media ${width}`} />
      ))}
    </Skeletons>
  )
}
