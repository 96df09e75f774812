import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { albumNameLength } from '../../../contract/limits.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { ownAlbumsQuery, useAddPostToAlbum, useCreateAlbum, useRemovePostFromAlbum } from '../../queries/albums.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { LoadError } from '../frame/load-error.tsx'

/** The albums of a post's author: a touch puts the post in or takes it out, and a name makes a new album with it. */
export function PostAlbums({ post, onClose }: { post: string; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(ownAlbumsQuery(post))
  const add = useAddPostToAlbum()
  const remove = useRemovePostFromAlbum()
  const change = (id: string, isIn: boolean) => (isIn ? add : remove).mutate({ id, postId: post })
  // A switch shows what was asked while the answer is on its way.
  const asked = add.isPending ? add.variables : remove.isPending ? remove.variables : undefined
  const albums = data?.data
  return (
    <Sheet open onOpenChange={onClose} title={m.albums_of_post_title()}>
      {albums ? (
        <>
          {albums.length === 0 && <p className="text-ink-soft">{m.albums_of_post_none()}</p>}
          <ul className="divide-y divide-hairline">
            {albums.map((album) => (
              <li key={album.id}>
                <Switch
                  label={album.name}
                  hint={m.albums_count({ count: album.posts })}
                  checked={asked?.id === album.id ? add.isPending : album.has_post}
                  onChange={(isIn) => change(album.id, isIn)}
                />
              </li>
            ))}
          </ul>
          <NewAlbum post={post} />
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonList rows={3} row="py-3" />
      )}
    </Sheet>
  )
}

function NewAlbum({ post }: { post: string }) {
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending, error } = useCreateAlbum()
  const make = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    mutate({ name, post }, { onSuccess: () => form.current?.reset() })
  }
  return (
    <form ref={form} onSubmit={make} className="mt-4 flex flex-col gap-3 border-hairline border-t pt-4">
      <Field label={m.albums_new()} error={error ? errorMessage(error) : null}>
        <Input name="name" maxLength={albumNameLength} autoComplete="off" required />
      </Field>
      <Button type="submit" busy={isPending}>
        {m.albums_make()}
      </Button>
    </form>
  )
}
