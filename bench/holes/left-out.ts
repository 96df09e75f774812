/** Checks that the drill leaves alone, each with its reason. A row that matches nothing is an error. */
export const leftOut: { file: RegExp; text: RegExp; reason: string }[] = [
  {
    file: /^(?:api|contract)\//,
    text: /^[\w.?[\]]+ === (?:undefined|null)$/,
    reason:
      'nothing was found: the condition that did not find it is a check of its own, and without a row nothing follows',
  },
  {
    file: /identity\/(?:auth-body|auth-routes)/,
    text: /isReadable|isWellFormed|u0000|^answer\.status/,
    reason: 'it keeps text out that no database takes, and words an error',
  },
  {
    file: /^api\/identity\/statements/,
    text: /^not \$\{blocks\('l\.user_id', 'm\.user_id'\)\}$/,
    reason: 'the call looks the creator up first, who is not found behind a block: this holds only between the two',
  },
  {
    file: /^api\/identity\/viewer/,
    text: /^given\.length === expected\.length$/,
    reason: 'the comparison after it throws for signatures of different lengths',
  },
  {
    file: /^api\/features\/verification\/statements/,
    text: /^user_id = \$\{user\}$/,
    reason: 'it only locks: without it the look at one submission waits for the looks at others',
  },
  {
    file: /^api\/features\/(?:gifts|requests)\/statements/,
    text: /^g\.buyer_id = \$\{giver\}$|in \(fan_id, creator_id\)$/,
    reason: 'it reads the answer to an act that has refused everyone but its side',
  },
  {
    file: /^api\/features\/(?:gifts|requests)\/statements/,
    text: /^(?:redeemed_at|refunded_at) is null$|^state in \('open', 'accepted'\)$|^(?:expires_at|due_at) <= \$\{now\}$/,
    reason: 'the job decides again about every row, once it has locked it',
  },
  {
    file: /^api\/features\/payouts\/statements/,
    text: /^exists \(select 1 from ledger_postings p where p\.account_id = a\.id/,
    reason: 'the job reads again what is due of every account, once it has locked it',
  },
  {
    file: /wallet\/check-statements|account\/(?:personal-data|erasure)|analytics\/visits/,
    text: /./,
    reason: 'it compares, deletes or counts rows for no caller, and other tests hold what it finds',
  },
  {
    file: /^api\/platform\/(?:jobs|mail|retention|backup|media|db\/(?:lock|migrate|pages|pool|search))/,
    text: /./,
    reason: 'it is about files, mails and jobs of any user',
  },
  {
    file: /^api\/features\/posts\/jobs/,
    text: /^p\.published_at > /,
    reason: 'it chooses whose posts are counted again, and a right count stays as it is',
  },
]
