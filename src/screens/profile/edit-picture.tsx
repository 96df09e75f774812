import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Profile } from '../../../contract/profile.ts'
import { sentence } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { vaultQuery } from '../../queries/media.ts'
import { useUpdateProfile } from '../../queries/session.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { Shut } from '../auth/door.tsx'

/** A picture of one's vault becomes the face or the cover. */
export function EditPicture({ type, viewer, onSaved }: { type: 'avatar' | 'cover'; viewer: Profile; onSaved: () => void }) {
  const list = useInfiniteQuery({ ...vaultQuery({ type: 'IMAGE' }), enabled: viewer.is_creator })
  const { mutate, isPending, error } = useUpdateProfile()
  const field = type === 'avatar' ? 'avatar_media_id' : 'cover_media_id'
  const choose = (id: string | null) => !isPending && mutate({ [field]: id }, { onSuccess: onSaved })
  const pictures = list.data?.pages.flatMap((page) => page.data)
  if (!viewer.is_creator) {
    return (
      <EmptyState title={m.profile_pictures_creators()} action={<Link to="/creator" className={buttonClasses()}>{m.title_creator()}</Link>} />
    )
  }
  return (
    <>
      {error && <Shut>{sentence(error)}</Shut>}
      {viewer[type] && (
        <Button variant="ghost" className="mb-4 -ml-4" onClick={() => choose(null)}>
          {m.profile_picture_remove()}
        </Button>
      )}
      {!pictures && list.error && <ErrorState description={sentence(list.error)} onRetry={() => void list.refetch()} />}
      {!pictures && !list.error && (
        <Skeletons className="grid grid-cols-3 gap-1">
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="aspect-square" />
          ))}
        </Skeletons>
      )}
      {pictures?.length === 0 && (
        <EmptyState title={m.profile_pictures_empty()} action={<Link to="/upload" className={buttonClasses({ variant: 'primary' })}>{m.title_upload()}</Link>} />
      )}
      {pictures && pictures.length > 0 && (
        <>
          <div className="grid grid-cols-3 gap-1">
            {pictures.map((it, index) => (
              <button key={it.id} type="button" aria-label={m.profile_picture_choose({ number: index + 1 })} onClick={() => choose(it.id)} className="aspect-square overflow-hidden rounded-control bg-sunken">
                <img src={it.url ?? it.preview ?? undefined} alt="" loading="lazy" className="size-full object-cover" />
              </button>
            ))}
          </div>
          <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
        </>
      )}
    </>
  )
}
