import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { useUpdatePost } from '../../queries/writing.ts'
import { toast } from '../../stores/toasts.ts'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'

/** Takes a post out of every list, which can be undone with its place among the pinned, and brings it back. */
export function useArchive({ id, pinned }: Pick<Post, 'id' | 'pinned'>) {
  const { mutateAsync, isPending } = useUpdatePost(id)
  // What it was refused for is said by a toast.
  const change = (to: Parameters<typeof mutateAsync>[0]) =>
    mutateAsync(to).then(
      () => true,
      () => false,
    )
  const undo = () => change({ archived: false, ...(pinned && { pinned }) })
  const archive = async () => {
    if (await change({ archived: true })) toastWithUndo(m.posts_archived_toast(), undo)
  }
  const bringBack = async () => {
    if (await change({ archived: false })) toast(m.posts_brought_back(), { type: 'success' })
  }
  return { archive, bringBack, isPending }
}
