export const staffTabs = ['verifications', 'reports', 'users', 'money', 'log'] as const
export type StaffTab = (typeof staffTabs)[number]

/** What the money tab shows. */
export const staffMoneyViews = ['payouts', 'sales', 'disputes', 'ledger'] as const
export type StaffMoneyView = (typeof staffMoneyViews)[number]
