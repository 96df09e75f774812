import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'

/** Tiles of the vault that are not there yet. */
export function TilesSkeleton() {
  return (
    <Skeletons className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-1 sm:grid-cols-[repeat(auto-fill,minmax(9.25rem,1fr))]">
      {[...'abcdefghijkl'].map((key) => (
        <Skeleton key={key} className="aspect-square rounded-sm" />
      ))}
    </Skeletons>
  )
}
