/** The widths and themes in which every screen is looked at: the narrowest phone and a zoom of 200 % are among them. */
export const sizes = {
  narrow: { width: 320, height: 568 },
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  laptop: { width: 1280, height: 800 },
  desktop: { width: 1920, height: 1080 },
  zoomed: { width: 640, height: 400 },
} as const
export const themes = ['light', 'dark'] as const
export const languages = ['en', 'fr'] as const

const under = (folder: string, names: string) => names.split(' ').map((it) => `${folder}${it}`)

const profiles = ['/@alice', ...under('/@alice?tab=', 'photos videos sounds albums'), '/@mina', '{post}', '{album}']
const ownPages = [
  '/',
  '/search',
  '/search?q=alice',
  '/chat',
  ...under('/', 'notifications bookmarks agencies subscriptions'),
  '/subscriptions?tab=following',
  '/settings',
  ...under(
    '/settings/',
    'account email password username payments referral unlocked notifications blocked-users discreet report',
  ),
]

/**
 * The viewers, and the pages that each is shown. What stands in braces is looked up in the world that is there: the
 * first post and album of alice, the first conversation, and the first agency of the viewer.
 */
export const viewers = {
  visitor: {
    email: null,
    paths: [
      '/',
      ...under('/', 'about creator terms privacy refunds rules cookies imprint accessibility contact help'),
      ...[
        '/search',
        '/search?q=alice',
        '/subscriptions',
        '/login',
        '/signup',
        '/forgot-password',
        '/gift/no-such-gift',
      ],
      ...profiles,
      ...['/no/such/page', '/@no-such-user'],
    ],
  },
  fan: {
    email: 'fiona@demo.test',
    paths: [...ownPages, ...profiles, '/chat?u=alice', '/chat/creator-channel', '/upload', '/creator/verification'],
  },
  creator: {
    email: 'alice@demo.test',
    paths: [
      ...ownPages,
      ...under('/settings/', 'chat payouts accounts analytics subscriptions private-medias'),
      ...['/upload', '/upload?step=post', '/chat?mode=creator', '/chat?mode=creator&u=fiona', '/chat/creator-channel'],
      '/creator',
      ...under('/creator/', 'audience automation calendar links requests trace verification'),
      ...['{post}', '/@alice', '/@alice/edit', '/@alice/edit/bio'],
    ],
  },
  operator: {
    email: 'olivia@demo.test',
    paths: [
      ...under('{agency}?tab=', 'creators team rights activity figures reviews'),
      ...['/agencies', '/agencies?tab=desk', '/@alice', '/settings'],
    ],
  },
  staff: {
    email: 'staff@demo.test',
    paths: [
      ...under('/staff?tab=', 'verifications reports users log'),
      ...under('/staff?tab=money&view=', 'payouts sales disputes ledger'),
    ],
  },
} as const satisfies Record<string, { email: string | null; paths: readonly string[] }>
export type Viewer = keyof typeof viewers
