import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { bookmarkListNameLength } from '../../../contract/limits.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { bookmarkListsQuery, useCreateBookmarkList, useSortBookmark } from '../../queries/bookmarks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { LoadError } from '../frame/load-error.tsx'

/** The viewer's lists: a touch puts the bookmark of a post into one, out of the one before; a name makes a new one. */
export function PostBookmarkLists({ post, onClose }: { post: string; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(bookmarkListsQuery(post))
  const { mutate, isPending, variables } = useSortBookmark()
  const lists = data?.data
  return (
    <Sheet open onOpenChange={onClose} title={m.bookmark_lists_title()}>
      {lists ? (
        <>
          {lists.length === 0 && <p className="text-ink-soft">{m.bookmark_lists_none()}</p>}
          <ul className="divide-y divide-hairline">
            {lists.map(({ id, name, bookmarks, has_post }) => (
              <li key={id}>
                <Switch
                  label={name}
                  hint={m.bookmark_lists_count({ count: bookmarks })}
                  // It shows what was asked while the answer is on its way.
                  checked={isPending ? variables.list === id : has_post}
                  onChange={(isIn) => mutate({ id: post, list: isIn ? id : null })}
                />
              </li>
            ))}
          </ul>
          <NewList post={post} />
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonList rows={3} row="py-3" />
      )}
    </Sheet>
  )
}

function NewList({ post }: { post: string }) {
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending, error } = useCreateBookmarkList()
  const make = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    mutate({ name, post }, { onSuccess: () => form.current?.reset() })
  }
  return (
    <form ref={form} onSubmit={make} className="mt-4 flex flex-col gap-3 border-hairline border-t pt-4">
      <Field label={m.bookmark_lists_new()} error={error ? errorMessage(error) : null}>
        <Input name="name" maxLength={bookmarkListNameLength} autoComplete="off" required />
      </Field>
      <Button type="submit" busy={isPending}>
        {m.bookmark_lists_make()}
      </Button>
    </form>
  )
}
