import type { Profile } from '../../../contract/profile.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'

export type Shown = Pick<Profile, 'username' | 'display_name' | 'avatar' | 'cover' | 'bio' | 'location' | 'links'>

/** The head of the profile as it will be, while it is being changed. */
export function EditPreview({ shown }: { shown: Shown }) {
  return (
    <section aria-label={m.edit_preview()} className="mb-6 overflow-hidden rounded-media border border-hairline">
      <div className="aspect-[3/1] bg-sunken">
        {shown.cover && <img src={shown.cover} alt="" className="size-full object-cover" />}
      </div>
      <div className="-mt-8 relative px-4 pb-4">
        <Avatar user={shown} size="lg" className="rounded-full ring-4 ring-paper" />
        <p className="wrap-anywhere mt-2 font-bold">{shown.display_name || `@${shown.username}`}</p>
        {shown.display_name && <p className="text-ink-soft text-sm">@{shown.username}</p>}
        {shown.bio && <p className="wrap-anywhere mt-2 whitespace-pre-line text-sm">{shown.bio}</p>}
        <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm empty:hidden">
          {shown.location && (
            <span className="inline-flex items-center gap-1.5 text-ink-soft">
              <Icon name="map-pin" className="size-4" />
              {shown.location}
            </span>
          )}
          {shown.links
            .filter((it) => it.title || it.url)
            .map((it, at) => (
              <span
                key={String(at)}
                className="inline-flex items-center gap-1.5 font-medium underline decoration-edge underline-offset-4"
              >
                <Icon name="link" className="size-4" />
                {it.title || it.url}
              </span>
            ))}
        </p>
      </div>
    </section>
  )
}
