import { m } from '../../paraglide/messages.js'

/** The screens of the studio; `own` ones are closed to operators. */
export const studioPlaces = [
  { to: '/upload', title: m.creator_place_upload, text: m.creator_place_upload_text, icon: 'upload', own: false },
  { to: '/chat', title: m.creator_place_chat, text: m.creator_place_chat_text, icon: 'message-circle', own: false },
  {
    to: '/creator/requests',
    title: m.requests_queue,
    text: m.requests_queue_text,
    icon: 'receipt',
    own: false,
  },
  {
    to: '/creator/calendar',
    title: m.calendar_title,
    text: m.calendar_place_text,
    icon: 'calendar',
    own: false,
  },
  {
    to: '/creator/automation',
    title: m.automation_title,
    text: m.automation_place_text,
    icon: 'clock',
    own: false,
  },
  {
    to: '/creator/audience',
    title: m.audience_title,
    text: m.creator_place_audience_text,
    icon: 'users',
    own: false,
  },
  {
    to: '/chat/creator-channel',
    title: m.creator_place_broadcast,
    text: m.creator_place_broadcast_text,
    icon: 'megaphone',
    own: false,
  },
  {
    to: '/settings/subscriptions',
    title: m.title_settings_subscriptions,
    text: m.creator_place_price_text,
    icon: 'tag',
    own: false,
  },
  {
    to: '/settings/private-medias',
    title: m.title_settings_private_medias,
    text: m.creator_place_vault_text,
    icon: 'folder',
    own: false,
  },
  { to: '/creator/trace', title: m.trace_title, text: m.trace_place_text, icon: 'search', own: false },
  {
    to: '/settings/analytics',
    title: m.title_settings_analytics,
    text: m.creator_place_figures_text,
    icon: 'chart-line',
    own: false,
  },
  { to: '/creator/links', title: m.links_title, text: m.links_place_text, icon: 'link', own: false },
  {
    to: '/settings/payouts',
    title: m.title_settings_payouts,
    text: m.creator_place_payouts_text,
    icon: 'wallet',
    own: true,
  },
] as const
