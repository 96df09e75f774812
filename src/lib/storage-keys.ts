/** The keys under which a browser remembers acting for a creator (spec §3). */
export const impersonationStateKey = 'impersonation_state'
export const impersonationLastCheckKey = 'impersonation_last_check'

/** What an operator was writing when their access ended, for this tab's next page. */
export const accessEndedKey = 'access_ended'

/** What a visitor wanted to do when they were asked to join. */
export const intentKey = 'intent'

/** The account for which this browser keeps pages for time without a connection. */
export const storedOwnerKey = 'offline_owner'

/** The open purchase of this tab, or one for which coins are being paid. */
export const purchaseKey = 'purchase'
/** The idempotency keys of payments without an answer. */
export const paymentKeysKey = 'payment_keys'
