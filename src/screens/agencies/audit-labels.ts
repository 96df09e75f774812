import { m } from '../../paraglide/messages.js'

const labels: Record<string, () => string> = {
  'acting.start': m.agencies_did_start,
  'acting.stop': m.agencies_did_stop,
  'acting.sign_out': m.agencies_did_stop,
  'agencies.put_grant': m.agencies_did_put_grant,
  'agencies.end_grant': m.agencies_did_end_grant,
  'agencies.allow_again': m.agencies_did_allow,
  'agencies.make_supervisor': m.agencies_did_make_supervisor,
  'agencies.hold_post': m.agencies_did_hold_post,
  'agencies.hold_broadcast': m.agencies_did_hold_broadcast,
  'agencies.hold_automation': m.agencies_did_hold_automation,
  'agencies.set_ceiling': m.agencies_did_set_ceiling,
  'desk.claim': m.agencies_did_claim,
  'desk.hand_over': m.agencies_did_hand_over,
  'desk.release': m.agencies_did_release,
  'desk.review': m.agencies_did_review,
  'desk.change_review': m.agencies_did_change_review,
  'desk.remove_review': m.agencies_did_remove_review,
  'chat.send': m.agencies_did_send,
  'chat.read': m.agencies_did_read,
  'chat.open': m.agencies_did_open,
  'chat.like': m.agencies_did_like_message,
  'chat.react': m.agencies_did_react,
  'chat.edit': m.agencies_did_edit_message,
  'chat.remove': m.agencies_did_remove_message,
  'chat.take_media': m.agencies_did_take_media,
  'chat.end_media': m.agencies_did_end_media,
  'notifications.read': m.agencies_did_read_notifications,
  'posts.create': m.agencies_did_post,
  'posts.update': m.agencies_did_change_post,
  'posts.archive': m.agencies_did_archive_post,
  'posts.bring_back': m.agencies_did_bring_back_post,
  'posts.make_album': m.agencies_did_make_album,
  'posts.change_album': m.agencies_did_change_album,
  'posts.move_album': m.agencies_did_move_album,
  'posts.remove_album': m.agencies_did_remove_album,
  'posts.put_into_album': m.agencies_did_put_into_album,
  'posts.take_from_album': m.agencies_did_take_from_album,
  'posts.move_in_album': m.agencies_did_move_in_album,
  'subscriptions.set_bundles': m.agencies_did_set_bundles,
  'posts.remove': m.agencies_did_remove_post,
  'profile.update': m.agencies_did_profile,
  'users.follow': m.agencies_did_follow,
  'users.unfollow': m.agencies_did_unfollow,
  'users.block': m.agencies_did_block,
  'users.unblock': m.agencies_did_unblock,
}

/** What was done, in words; an act without words of its own is named by its area, and by nothing less. */
export function actionLabel(action: string): string {
  const label = Object.hasOwn(labels, action) ? labels[action] : undefined
  if (label) return label()
  const [start = ''] = action.split('.')
  const area = areas.find((it) => it === (elsewhere[start] ?? start))
  return area ? m.agencies_did_other({ area: areaLabel(area) }) : m.agencies_did_something()
}

/** Areas that one would look for under another name. */
const elsewhere: Record<string, string> = { uploads: 'media', audience: 'users', automation: 'broadcasts' }

/** The areas that the log can be narrowed to. */
export const areas = [
  'acting',
  'chat',
  'posts',
  'media',
  'profile',
  'users',
  'subscriptions',
  'broadcasts',
  'desk',
  'agencies',
] as const

const areaLabels: Record<(typeof areas)[number], () => string> = {
  acting: m.agencies_area_acting,
  chat: m.agencies_area_chat,
  posts: m.agencies_area_posts,
  media: m.agencies_area_media,
  profile: m.agencies_area_profile,
  users: m.agencies_area_users,
  subscriptions: m.agencies_area_subscriptions,
  broadcasts: m.agencies_area_broadcasts,
  desk: m.agencies_area_inbox,
  agencies: m.agencies_area_agencies,
}
export const areaLabel = (area: (typeof areas)[number]): string => areaLabels[area]()
