import { Link, useNavigate } from '@tanstack/react-router'
import type { Profile } from '../../../contract/profile.ts'
import type { EditType } from '../../lib/edit-types.ts'
import { m } from '../../paraglide/messages.js'
import { toast } from '../../stores/toasts.ts'
import { Icon } from '../../ui/icon.tsx'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { EditPicture } from './edit-picture.tsx'
import { EditLinks, EditText } from './edit-text.tsx'
import { EditTopics } from './edit-topics.tsx'

/** Edits the viewer's profile: everything, or one field. */
export function EditScreen({ only }: { only?: EditType | undefined }) {
  const viewer = useViewer()
  const navigate = useNavigate()
  if (!viewer) return null
  const username = viewer.username ?? ''
  const saved = () => {
    toast(m.profile_saved(), { type: 'success' })
    void navigate({ to: '/@{$username}', params: { username } })
  }
  return (
    <Frame title={only ? typeName(only) : m.profile_edit_title()} back={only ? `/@${username}/edit` : `/@${username}`}>
      {viewer.acting_as && !viewer.acting_as.permissions.can_profile ? (
        <ClosedByFlag flag="can_profile" />
      ) : (
        <div className="px-4 py-5 sm:px-6">
          {only ? <Editor type={only} viewer={viewer} onSaved={saved} /> : <All viewer={viewer} onSaved={saved} />}
        </div>
      )}
    </Frame>
  )
}

function All({ viewer, onSaved }: { viewer: Profile; onSaved: () => void }) {
  return (
    <>
      <EditText viewer={viewer} fields={['display_name', 'bio', 'location']} onSaved={onSaved} />
      {viewer.is_creator && <EditTopics viewer={viewer} />}
      <ul className="mt-8 divide-y divide-hairline border-hairline border-y">
        {(['avatar', 'cover', 'links'] as const).map((type) => (
          <li key={type}>
            <Link
              to="/@{$username}/edit/$type"
              params={{ username: viewer.username ?? '', type }}
              className="flex min-h-13 items-center justify-between gap-3 font-medium hover:underline"
            >
              {typeName(type)}
              <Icon name="chevron-right" className="size-5 text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function Editor({ type, viewer, onSaved }: { type: EditType; viewer: Profile; onSaved: () => void }) {
  if (type === 'links') return <EditLinks viewer={viewer} onSaved={onSaved} />
  if (type === 'avatar' || type === 'cover') return <EditPicture type={type} viewer={viewer} onSaved={onSaved} />
  return <EditText viewer={viewer} fields={[type]} onSaved={onSaved} />
}

function typeName(type: EditType): string {
  return {
    avatar: m.profile_avatar,
    cover: m.profile_cover,
    bio: m.profile_bio,
    links: m.profile_links,
    location: m.profile_location,
  }[type]()
}
