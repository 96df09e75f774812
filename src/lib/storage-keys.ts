/** The keys under which a browser remembers acting for a creator (spec §3). */
export const impersonationStateKey = 'impersonation_state'
export const impersonationLastCheckKey = 'impersonation_last_check'
