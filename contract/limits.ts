/** The numbers that client and server share (spec §9). */

export const appName = 'Fanfare'
export const currency = 'EUR'

/** Chat sessions on a page (spec §9). */
export const sessionsPage = 30
export const messagesPage = 30
/**
 * Posts on a page of a profile (spec §9); a caller may ask for fewer.
 * @public
 */
export const postsPage = 20
/** Messages being written that are answered at once, the latest first. */
export const draftsAtOnce = 200
/** Messages that one call of a search in a conversation looks at. */
export const messagesSearched = 10_000
/** The last page of the specification's paged calls; further pages need a cursor. */
export const lastPage = 100

export const messageLength = 5000
/** The most broadcasts in seven days that a creator may allow for one fan. */
export const mostPerWeek = 21
/** Automatic messages: how many a creator writes, hours they wait at most, one sends in a day, and a fan gets in seven days. */
export const automationsPerCreator = 20
export const longestDelayHours = 90 * 24
export const automationsPerDay = 10_000
export const automationsPerWeek = 3
/** Days that the calendar answers at once, which are six weeks, and what it names of each day. */
export const calendarDays = 42
export const calendarPerDay = 20
/** Items of a day that is asked for alone, of each kind and in all. */
export const calendarOfOneDay = 100
/** Milliseconds in which a sender can take back a message. */
export const unsendMs = 60_000
/** Milliseconds in which a sender can edit the words of a message, and how often. */
export const editMs = 15 * 60_000
export const editsPerMessage = 10
export const postLength = 5000
/** Where a creator's text has the name of the fan who reads it; a post has many readers and no such place (product §31). */
export const namePlaceholder = '{name}'
export const commentLength = 1000
export const bioLength = 500
export const displayNameLength = 50
export const agencyNameLength = 60
export const reviewCommentLength = 1000
/** Words and phrases that an agency forbids its operators, and letters of each. */
export const restrictedWordsPerAgency = 200
export const restrictedWordLength = 40
export const mediaPerMessage = 20
export const mediaPerPost = 20
/** What a fan may send to a creator who takes it: pictures and voice notes of a message, bytes of one, and of all that a fan keeps. */
export const fanMediaPerMessage = 10
export const fanFileBytes = 20 * 1024 * 1024
export const fanMediaBytes = 1024 ** 3
/** Posts that stand before the others on their author's profile. */
export const pinnedPosts = 3
/** A post that ends by itself is out for an hour at least. */
export const leastPostTime = 3_600_000
export const mediaNameLength = 120
export const mediaDescriptionLength = 500
export const tagsPerMedia = 10
export const longestFilmSeconds = 2 * 3_600
/** Media that a request names one by one; more are named by a filter. */
export const mediaPerChoice = 1_000
/** Media in a bucket of the vault's index, those that come with the index, and the days for which the trash keeps what was deleted. */
export const mediaPerBucket = 500
export const mediaWithIndex = 60
export const trashDays = 30
/** Captions of a media: languages, and in each of them cues and their characters; a file of them in characters. */
export const captionLanguagesPerMedia = 20
export const cuesPerMedia = 2_000
export const captionLength = 500
export const captionFileLength = 200_000
export const searchLength = 100
/** Lists of fans of one creator, the length of their names, and fans that a request names one by one. */
export const listsPerCreator = 100
export const listNameLength = 40
/** Saved replies of one creator, and the length of their titles and of the names of their folders. */
export const repliesPerCreator = 500
export const replyTitleLength = 60
export const replyFolderLength = 40
export const fansPerChoice = 1_000
/** Tracking links of one creator, the length of their names, and for how many days a visit by one is remembered. */
export const trackingLinksPerCreator = 1_000
export const trackingLinkNameLength = 60
/** Albums of a creator, and posts in one (product §83). */
export const albumsPerCreator = 100
export const bookmarkListsPerUser = 100
export const postsPerAlbum = 1_000
export const albumNameLength = 60
export const bookmarkListNameLength = 60
export const albumDescriptionLength = 500
export const trackingDays = 30
/**
 * Names of the cookie in which a browser remembers by which links it came, prefixed where cookies are `Secure`. The server
 * alone reads it, and pages are the same with it.
 */
export const trackingCookies = ['__Secure-fanfare.links', 'fanfare.links'] as const
/** The longest side in pixels of each size in which a picture is stored. */
export const pictureBounds = { small: 600, card: 1080, full: 2560 } as const

/** Bytes of one upload; pictures and sounds have lower limits (`api/platform/media/`). */
export const uploadBytes = 500 * 1024 * 1024
/** Bytes of a part that a browser writes straight into the media store. */
export const directPartBytes = 8 * 1024 * 1024
/** Unfinished uploads of one creator in number and bytes, and the hours after which they are removed. */
export const uploadsAtOnce = 10
export const unfinishedUploadBytes = 2 * 1024 ** 3
export const uploadHours = 24
/** Shortest and longest voice note in milliseconds; a shorter one contains no word. */
export const voiceNoteMs = { min: 500, max: 300_000 }

/** Top-ups of one user that may be open; a further one ends the oldest. */
export const openTopups = 5
export const payoutMinCents = 2_000
/** Days after which a new payout method can be paid to (product §8). */
export const payoutMethodWaitDays = 3
/** Cents above which a payout is approved and paid out by two different staff members (product §26). */
export const secondPersonCents = 100_000

export const feePercent = 20
export const holdDays = 7
export const graceDays = 3
export const priceChangesPerDay = 3
/** Days after which the coins of an unaccepted gift are returned. */
export const giftDays = 30
export const giftMessageLength = 300
/** Characters of a paid request, and the days in which it must be delivered. */
export const requestLength = 1000
export const requestDays = 14
export const minimumAge = 18

/** The code that confirms an address. */
export const emailCode = { digits: 6, minutes: 15, attempts: 5, resendSeconds: 60 } as const
/** Days after which a session ends: since its start, and without use. */
export const sessionDays = { absolute: 30, idle: 7 } as const
export const usernameQuarantineDays = 90
export const deletionGraceDays = 30
/** How long after authentication dangerous actions do not require it again. */
export const recentAuthMs = 15 * 60_000

/** Milliseconds. */
/** From when on a fan who waits for an answer is in the view "waiting" of an inbox. */
export const waitingMinutes = 10
/** How long an operator's claim on a conversation runs, and one that is handed to a colleague (product §58). */
export const claimLeaseMs = 300_000
export const handOverMs = 3_600_000
export const impersonationRecheckMs = 300_000
export const revokedReloadMs = 1_000
/** How long that reload waits for an answer that stops acting, on a slow connection. */
export const revokedStopMs = 5_000
export const impersonationMaxMs = 8 * 3_600_000
export const emailVerificationToastMs = 6_000
export const toastMs = 3_000
/** For so long an act that asks nothing before it can be undone in its toast (product §47). */
export const undoMs = 10_000
export const toastsAtOnce = 10
/** A page is loaded again for a missing file at most so often, and asks so often for a new build (spec §9). */
export const chunkReloadGuardMs = 10_000
export const appShellIntervalMs = 3_600_000
/** Names of the cookie that recognises a browser at its next sign-in, prefixed where cookies are `Secure`. It grants nothing. */
export const deviceCookies = ['__Secure-fanfare.device', 'fanfare.device'] as const
/** What the widget of the human check signs its tokens for. */
export const humanCheckAction = 'form'
export const localeCookie = 'i18n_redirected'
export const localeCookieDays = 365
export const messagesCacheHours = 24

export const usernamePattern = /^(?=.*[a-z])(?!\.)(?!.*\.\.)(?!.*\.$)[a-z0-9_.]{3,30}$/

/** How many grants may be set at once (product §76). */
export const grantsAtOnce = 100

/** How far the uses of a media in messages and its buyers are counted; so many are shown as more than one less. */
export const mostUses = 100

/** Months after the first subscription for which a cohort has figures; `cohort_months` counts in them. */
export const cohortMonths = 12
