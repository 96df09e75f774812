import type { Agency, AgencyMember, Grant, GrantPair, Represented } from '../../contract/agency-shapes.ts'
import type { Album } from '../../contract/albums.ts'
import type { Automation } from '../../contract/automation.ts'
import type { Broadcast, TextComparison } from '../../contract/broadcast-shapes.ts'
import type { SavedReply } from '../../contract/chat-tools.ts'
import type { PayoutMethod } from '../../contract/payouts.ts'
import type { Comment } from '../../contract/posts.ts'
import type { Review } from '../../contract/reviews.ts'
import { noFlags } from '../../src/lib/flag-labels.ts'
import { fiona, mina } from './component.tsx'

/** What the acts of `src/screens/costly-acts.browser.test.tsx` are done to. */
export const reply: SavedReply = {
  id: '1',
  title: 'Thanks',
  content: 'Thank you, {name}!',
  folder: '',
  media_ids: [],
  preview_ids: [],
  missing: 0,
  owned: 0,
  is_priced: false,
  price: null,
  figures: { sent: 0, unlocked: 0, earned: 0 },
}
export const album: Album = { id: 'a1', name: 'Summer', description: 'By the sea', posts: 3, cover: null }
export const comment: Comment = {
  id: '1',
  author: fiona,
  text: 'First!',
  reply_to: null,
  created_at: '2026-03-02T12:00:00.000Z',
  can_delete: true,
}
export const account: PayoutMethod = {
  id: '1',
  kind: 'iban',
  label: 'DE·· 3000',
  holder: 'Mina Okafor',
  usable_from: '2026-01-04T12:00:00.000Z',
  is_usable: true,
}
export const broadcast: Broadcast = {
  id: '1',
  audience: 'subscribers',
  exclude: [],
  list_name: null,
  left_out: null,
  content: 'Good evening',
  media: [],
  price: null,
  sender: { id: mina.id, username: 'mina' },
  author: 'creator',
  status: 'sent',
  created_at: '2026-03-02T12:00:00.000Z',
  send_at: '2026-03-02T12:00:00.000Z',
  recipients: 286,
  sent: 286,
  opened: 10,
  unlocked: 0,
  earned: null,
  comparison: null,
}
const comparison: TextComparison = {
  second_content: 'Good night',
  hours: 4,
  each: 14,
  measure: 'opened',
  first: { sent: 14, opened: 5, unlocked: 0, earned: 0 },
  second: { sent: 14, opened: 9, unlocked: 0, earned: 0 },
  rest_at: '2199-12-24T18:00:00.000Z',
  winner: null,
  decided: null,
}
/** A broadcast whose two texts are compared. */
export const comparing = {
  comparison,
  broadcast: { ...broadcast, status: 'comparing', recipients: 288, sent: 28, opened: 14, comparison },
} satisfies { comparison: TextComparison; broadcast: Broadcast }
export const automation: Automation = {
  id: '1',
  trigger: 'follow',
  delay_hours: 0,
  content: 'Hello {name}',
  media_ids: [],
  preview_ids: [],
  price: null,
  list_id: null,
  per_day: 50,
  enabled: false,
  is_welcome: false,
  sent: 0,
  dropped: 0,
}
export const operator: AgencyMember = { id: 'member', user: fiona, role: 'operator' }
const represented: Represented = { id: 'link', user: mina, status: 'active', ceiling: noFlags }
export const agency: Agency = {
  id: 'agency',
  name: 'Brandt',
  role: 'owner',
  my_member_id: 'mine',
  members: [operator],
  creators: [represented],
  grants: [],
  invitations: [],
}
/** By the operator, of something that Mina wrote. */
export const review: Review = {
  ...{ id: 'review', message_id: '1', operator: mina, creator: mina, author: fiona, score: 4, comment: 'Warm' },
  ...{ created_at: '2026-03-02T12:00:00.000Z', changed_at: null, about: null },
}
export const grantPair: GrantPair = {
  member: operator,
  creator: represented,
  grant: { id: 'grant', member_id: 'member', creator_id: 'link', permissions: noFlags, until: null, shift: null },
}
const chatAndFigures = { ...noFlags, can_chat: true }
const open: Represented = { ...represented, ceiling: chatAndFigures }
const given: Grant = {
  id: 'grant',
  member_id: 'member',
  creator_id: 'link',
  permissions: chatAndFigures,
  until: null,
  shift: null,
}
/** Two members of one creator, both with all that she allows, which is set again. */
export const several = {
  agencyId: agency.id,
  chosen: [
    { member: operator, creator: open, grant: given },
    { member: { ...operator, id: 'second' }, creator: open, grant: { ...given, id: 'other', member_id: 'second' } },
  ] satisfies GrantPair[],
  onClose: () => undefined,
  onDone: () => undefined,
}
