import type { OpenConversation } from '../../../contract/chat.ts'
import type { TeamCreator } from '../../../contract/team-inbox.ts'
import { m } from '../../paraglide/messages.js'
import { useStartActing } from '../../queries/acting.ts'
import type { TeamPlace } from '../../queries/team-inbox.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { nameOf } from '../agencies/person.tsx'
import { SearchButton } from '../chat/search-button.tsx'

type TeamConversationBarProps = {
  place: TeamPlace
  creator: TeamCreator | undefined
  name: string
  conversation: OpenConversation | undefined
  onClose: () => void
  onSearch: () => void
  /** Shows what is known of the fan where it does not stand beside the conversation; null while nothing is. */
  onFan: (() => void) | null
}

/** With whom, as whom, and the way to act as the creator for what the desk does not do: uploads, posts, settings. */
export function TeamConversationBar({
  place,
  creator,
  name,
  conversation,
  onClose,
  onSearch,
  onFan,
}: TeamConversationBarProps) {
  const { busyFor, start } = useStartActing()
  const username = conversation?.other_username ?? null
  return (
    <header className="flex h-14 shrink-0 items-center gap-1.5 border-hairline border-b bg-paper px-1 md:gap-3 md:px-4">
      <button
        type="button"
        aria-label={m.nav_back()}
        onClick={onClose}
        className="flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-sunken md:hidden"
      >
        <Icon name="arrow-left" className="size-5" />
      </button>
      <Avatar
        user={{ username, avatar: conversation?.other_avatar ?? null }}
        size="sm"
        online={conversation?.online ?? false}
      />
      <span className="min-w-0 flex-1">
        <h1 className="truncate font-sans font-semibold leading-tight tracking-normal">{name}</h1>
        {creator && (
          <span className="block truncate text-ink-soft text-xs">
            {m.team_inbox_as({ creator: nameOf(creator.creator) })}
          </span>
        )}
      </span>
      {conversation?.id && <SearchButton onPress={onSearch} />}
      {creator && (
        <Button
          size="sm"
          busy={busyFor === place.creatorId}
          onClick={() =>
            start({
              targetId: place.creatorId,
              agencyId: place.agencyId,
              returnPath: `/chat?mode=creator&u=${username ?? ''}`,
            })
          }
        >
          {m.team_inbox_act()}
        </Button>
      )}
      {onFan && (
        <span className="min-[77rem]:hidden">
          <Menu label={m.chat_more()} items={[{ label: m.chat_fan_panel(), icon: 'info', onSelect: onFan }]} />
        </span>
      )}
    </header>
  )
}
