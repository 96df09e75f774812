import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { fromFilter } from '../../lib/audience-filter.ts'
import { folded } from '../../lib/folded.ts'
import { m } from '../../paraglide/messages.js'
import { fanListsQuery, fansQuery } from '../../queries/audience.ts'
import { conversationsQuery } from '../../queries/chat.ts'
import type { IconName } from '../../ui/icon-names.ts'
import { inboxViews, viewLabels, viewSearch } from '../chat/view-labels.ts'
import { studioPlaces } from '../frame/studio-places.ts'
import { useClosed } from '../frame/use-closed.ts'

/** Where a line of the palette leads. */
export type Entry = {
  id: string
  label: string
  /** What else it is found by, shown beside it. */
  aside?: string
  icon: IconName
  to: string
  search?: Record<string, unknown>
}
export type Group = { id: string; title: string; entries: readonly Entry[] }

/**
 * The lines of the palette for what is typed: screens and saved views by their names, conversations and fans as the API
 * finds them. What an operator may not open is left out. `query` is what is asked for, a moment after it was typed.
 */
export function usePaletteGroups(typed: string, query: string): { groups: readonly Group[]; isPending: boolean } {
  const isOwn = useClosed('owner') === null
  const mayChat = useClosed('can_chat') === null
  const maySeeFans = useClosed('can_social') === null
  const isAsked = query !== ''
  const lists = useQuery({ ...fanListsQuery, enabled: maySeeFans })
  const conversations = useInfiniteQuery({
    ...conversationsQuery({ mode: 'creator', search: query }),
    enabled: mayChat && isAsked,
  })
  const fans = useInfiniteQuery({ ...fansQuery({ q: query }), enabled: maySeeFans && isAsked })
  const isNamed = (label: string) => folded(label).includes(folded(typed))
  const views: Entry[] = mayChat
    ? inboxViews.map((view) => ({
        ...{ id: `view-${view}`, label: viewLabels[view](), icon: 'message-circle', to: '/chat' },
        search: viewSearch(view),
      }))
    : []
  const saved: Entry[] = (lists.data ?? []).flatMap((list) => {
    if (list.is_closed) return []
    const search = list.filter === null ? { list: list.id } : { ...fromFilter(list.filter), smart: list.id }
    const icon = list.filter === null ? 'list' : 'funnel'
    return [{ id: `list-${list.id}`, label: list.name, icon, to: '/creator/audience', search }]
  })
  const groups: Group[] = [
    { id: 'screens', title: m.palette_screens(), entries: screens(isOwn).filter((it) => isNamed(it.label)) },
    { id: 'views', title: m.palette_views(), entries: [...views, ...saved].filter((it) => isNamed(it.label)) },
    {
      id: 'conversations',
      title: m.palette_conversations(),
      entries: isAsked ? (conversations.data?.pages[0]?.data ?? []).slice(0, most).flatMap(conversationEntry) : [],
    },
    {
      id: 'fans',
      title: m.palette_fans(),
      entries:
        isAsked && !fans.isPlaceholderData ? (fans.data?.pages[0]?.data ?? []).slice(0, most).flatMap(fanEntry) : [],
    },
  ]
  const isPending = typed !== query || conversations.isLoading || fans.isLoading || fans.isPlaceholderData
  return { groups: groups.filter((it) => it.entries.length > 0), isPending: typed !== '' && isPending }
}

/** Of conversations and of fans. */
const most = 6

const screens = (isOwn: boolean): Entry[] => [
  { id: 'screen-studio', label: m.creator_studio(), icon: 'chart-line', to: '/creator' },
  ...studioPlaces
    .filter(({ own }) => isOwn || !own)
    .map(({ to, title, icon }) => ({
      ...{ id: `screen-${to}`, label: title(), icon, to },
      ...(to === '/chat' && { search: { mode: 'creator' } }),
    })),
  { id: 'screen-replies', label: m.title_settings_chat(), icon: 'settings', to: '/settings/chat' },
  ...(isOwn
    ? ([{ id: 'screen-access', label: m.title_settings_accounts(), icon: 'users', to: '/settings/accounts' }] as const)
    : []),
]

type Named = { username: string | null; name: string | null }

const labelsOf = ({ username, name }: Named) => ({
  label: name || `@${username}`,
  ...(name && { aside: `@${username}` }),
})

function conversationEntry(it: {
  id: string | null
  other_username: string | null
  other_display_name: string | null
}): Entry[] {
  const { other_username: username, other_display_name: name } = it
  if (username === null) return []
  const search = { mode: 'creator', u: username }
  return [{ id: `conversation-${it.id}`, ...labelsOf({ username, name }), icon: 'message-circle', to: '/chat', search }]
}

function fanEntry({ user }: { user: { id: string; username: string | null; display_name: string | null } }): Entry[] {
  const { username, display_name: name } = user
  if (username === null) return []
  return [
    {
      ...{ id: `fan-${user.id}`, ...labelsOf({ username, name }), icon: 'users', to: '/creator/audience' },
      search: { q: username },
    },
  ]
}
