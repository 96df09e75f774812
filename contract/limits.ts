/** Every number that both sides need (SPEC §9, PRODUCT). */

/** Allowed subscription prices in coins, to the letter of SPEC §9. */
export const pricePoints = [
  0, 3.99, 4.99, 5.99, 6.99, 7.99, 9.99, 10.99, 11.99, 12.99, 14.99, 19.99, 24.99, 34.99, 39.99, 44.99, 49.99, 59.99,
  69.99, 79.99, 89.99, 99.99, 199.99, 299.99, 499.99,
] as const

export const appName = 'Fanfare'
export const currency = 'EUR'

/** Chat sessions on a page (SPEC §9). */
export const sessionsPage = 30
export const messagesPage = 30
export const postsPage = 20
/** The spec's paged calls go this far; beyond it a cursor is needed (ARCHITECTURE, data). */
export const lastPage = 100

export const messageLength = 5000
export const postLength = 5000
export const commentLength = 1000
export const bioLength = 500
export const displayNameLength = 50
export const agencyNameLength = 60
export const mediaPerMessage = 20
export const mediaPerPost = 20
export const mediaNameLength = 120
export const mediaDescriptionLength = 500
export const tagsPerMedia = 10
export const searchLength = 100
/** Bytes of one upload; pictures and sounds have narrower bounds of their own (`api/platform/media/`). */
export const uploadBytes = 500 * 1024 * 1024
/** Unfinished uploads of one creator, and the hours after which they are swept away. */
export const uploadsAtOnce = 50
export const uploadHours = 24
/** The longest voice note in milliseconds; what is shorter than the shortest holds no word. */
export const voiceNoteMs = { min: 500, max: 300_000 }

/** Cents. */
export const tipCents = { min: 100, max: 20_000 }
export const topupCents = { min: 500, max: 50_000 }
export const paidCents = { min: 100, max: 20_000 }
export const topupPacks = [10, 20, 50, 100] as const
export const payoutMinCents = 2_000

export const feePercent = 20
export const holdDays = 7
export const graceDays = 3
/** Shares of a referred creator's gross and of a referred fan's spending, out of the platform's fee (PRODUCT 10). */
export const referralRates = { creatorPercent: 5, creatorMonths: 12, fanPercent: 1, fanDays: 90 } as const
export const priceChangesPerDay = 3
/** What a trial or discount link may give: days for nothing, percent off for some months, uses, days until it ends. */
export const offerLimits = {
  days: { min: 1, max: 90 },
  percent: { min: 5, max: 95 },
  months: { min: 1, max: 12 },
  max_uses: { min: 1, max: 100_000 },
  expires_in_days: { min: 1, max: 365 },
} as const
/** Months that can be given away, and the days after which coins of a gift that nobody accepted go back. */
export const giftMonths = [1, 3, 6, 12] as const
export const giftDays = 30
export const giftMessageLength = 300
/** What a paid request may say, and the days in which it has to be delivered. */
export const requestLength = 1000
export const requestDays = 14
export const minimumAge = 18

/** A session ends so many days after it began, and after so many without any use. */
export const sessionDays = { absolute: 30, idle: 7 } as const
export const usernameQuarantineDays = 90
export const deletionGraceDays = 30
/** Within this time after proving who one is, dangerous things need no second proof. */
export const recentAuthMs = 15 * 60_000

/** Milliseconds. */
export const impersonationRecheckMs = 300_000
export const revokedReloadMs = 1_000
export const impersonationMaxMs = 8 * 3_600_000
export const emailVerificationToastMs = 6_000
export const toastMs = 3_000
export const toastsAtOnce = 10
export const chunkReloadGuardMs = 10_000
export const appShellIntervalMs = 3_600_000
/** By which a browser is known again at its next sign-in, with the prefix where cookies are `Secure`; it opens nothing. */
export const deviceCookies = ['__Secure-fanfare.device', 'fanfare.device'] as const
export const localeCookie = 'i18n_redirected'
export const localeCookieDays = 365
export const messagesCacheHours = 24

export const usernamePattern = /^(?=.*[a-z])(?!\.)(?!.*\.\.)(?!.*\.$)[a-z0-9_.]{3,30}$/
