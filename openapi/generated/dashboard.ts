// Generated from openapi/ by scripts/generate.ts. Never edit it.
export interface paths {
    "/v1/dashboard/sign-in-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how to sign in
         * @description What this deployment offers on its sign-in page.
         */
        get: operations["getSignInMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Begins a session of its own at every sign-in, and ends the one that this browser had. Known and unknown e-mails
         *     are answered alike.
         *
         *     Wrong passwords are limited, and shut nobody out. An address that tries one e-mail too often waits longer and
         *     longer (429); where many addresses try one e-mail, their answers take longer, by seconds at most. A browser that
         *     has signed in with this e-mail before has a cookie that says so: its attempts are counted apart.
         *
         *     A user with a second factor gives a code as well: once the password is right, a request without one is answered with
         *     `second_factor_required`, and nothing has begun. Codes are limited as passwords are.
         */
        post: operations["createSession"];
        /**
         * Sign out
         * @description Ends the session in the database and takes the cookie away. Without a session there is nothing to end, and the
         *     answer is the same.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/session/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Go to the identity provider
         * @description Sends the browser to the configured OpenID Connect provider, or back to the sign-in page where that can't be reached.
         *     A deployment without a provider answers 404.
         */
        get: operations["startOidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/session/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from the identity provider
         * @description Where the provider sends the browser. Begins a session for a user that the provider vouches for, and leads to the page
         *     that was asked for. A user is made for an e-mail that was invited; where the deployment is open to sign-up, any other
         *     verified e-mail leads to the page that makes an account. Otherwise it leads back to the sign-in page, whose address says why as `problem`: `oidc_failed`, `oidc_expired`, `oidc_not_invited`, `oidc_not_linked` or
         *     `oidc_unavailable`. A provider may add parameters of its own: they are not looked at.
         */
        get: operations["finishOidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who is signed in
         * @description The user, the workspaces with the role in each, and when the session ends.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change who you are
         * @description Changes the name that people see. The e-mail stays: it is what the user signs in with.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/v1/dashboard/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the password
         * @description Ends all sessions of the user, and begins a new one for this browser. No other browser is known as one that has
         *     signed in before. A password that is easy to guess is a 400: a common one, one that repeats itself or follows the
         *     keyboard, one made of the user's name or e-mail, of the names of their workspaces or of this service. A user who
         *     only ever came by the identity provider has no password to change: 409.
         */
        put: operations["updatePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read where you are signed in
         * @description The living sessions of the user, one for each browser, the one that was used last first; 100 at the most.
         */
        get: operations["getOwnSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere else
         * @description Ends every session of the user but this one. Other processes refuse them within a second.
         */
        delete: operations["deleteOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/me/sessions/{ownSessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign another browser out
         * @description Ends one session of the user. This one is ended by signing out: 409.
         */
        delete: operations["deleteOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/me/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the second factor
         * @description Whether the user proves more than the password at a sign-in.
         */
        get: operations["getSecondFactor"];
        put?: never;
        /**
         * Start a second factor
         * @description Returns what an app makes codes of (RFC 6238: SHA-1, 6 digits, 30 seconds), which replaces what was returned before. It counts once a
         *     code of the app has come. A user without a password has no second factor here, and one that counts already is turned off first: 409.
         */
        post: operations["startSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/me/second-factor/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the second factor
         * @description With a code of the app. From then on a code is asked for at every sign-in with a password. The recovery codes are shown once.
         */
        post: operations["acceptSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/me/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the recovery codes
         * @description With the present password, and a code of the app or a recovery code. The codes from before are worth nothing from then on; the
         *     new ones are shown once. Where there is no second factor, there are none to rotate: 409.
         */
        post: operations["rotateRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/me/second-factor/removal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor off
         * @description With the present password, and a code of the app or a recovery code. Where there is none it is done already.
         */
        post: operations["deleteSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/password-resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link that sets a new password
         * @description Where the deployment sends mail, an e-mail address that has a user is sent a link; it works once, for an hour. The answer is the
         *     same for every address, known or not, and does not wait for the mail. An address gets three links an hour at the most. A
         *     deployment without mail answers 404: there the operator gives a new password.
         */
        post: operations["createPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/password-resets/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password by a link
         * @description Uses the link up, ends every session of the user and every other such link, and begins no session: sign in with the new
         *     password. A link that was used, has expired or never was is a 410, and a password that is easy to guess a 400.
         */
        post: operations["acceptPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/sign-ups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link that makes an account
         * @description Where the deployment is open to sign-up, the e-mail is sent a link that makes an account and a workspace; it works once, for
         *     an hour. An e-mail that has an account is sent a mail that says so. The answer is the same for every e-mail, and does not
         *     wait for the mail. An e-mail is sent three mails an hour at the most, and a network address asks for thirty.
         *
         *     Where `captcha` of the sign-in methods is present, its answer is needed: a wrong one is a 400. While it can't be checked, or
         *     while too many links wait to be used, the answer is 503. A deployment that is not open to sign-up answers 404.
         */
        post: operations["createSignUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/sign-ups/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read what a link makes an account of
         * @description For the page behind the link of a sign-up. Does not use up the link.
         */
        post: operations["getSignUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/sign-ups/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an account by a link
         * @description Makes a user, with a workspace that the user owns or as a member of workspaces that have sent an invitation, and signs in.
         *     Uses up the link, and every other one for this e-mail: of several at once, one wins. A session that this browser had ends.
         *
         *     A password that is easy to guess, a name with a link, and terms that are not those of the deployment, are a 400. An e-mail
         *     that got an account meanwhile, and an invitation that is gone, are a 409. Nothing is used up then.
         */
        post: operations["acceptSignUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/invitations/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read what a link invites to
         * @description For the page behind an invitation link, and behind the set-up link of the first start. The token is in the body, because
         *     addresses are written to many logs. Reveals nothing about users, and does not use up the link.
         */
        post: operations["getInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Uses the link up: of several at once, one wins. With a living session the present user joins, whatever else the body
         *     says. Without one a user is made of `name`, `email` and `password`, who agrees to the terms, and is signed in. A member joins only to get a
         *     higher role, which only the link of an owner or of the operator gives.
         *
         *     An e-mail that has a user already, an invitation for another e-mail than that of the session, and a member who would
         *     gain nothing are a 409. Only the holder of a valid link sees it.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a workspace
         * @description Its name, the role that you have in it, and its settings.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings
         * @description Members that are left out stay as they are. `name`, `contentRetentionDays` and `timeZone` are changed by owners only: 403.
         *     Workspaces may have the same name.
         */
        patch: operations["updateWorkspace"];
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Who belongs to the workspace, those who joined last first.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Everybody can leave; removing somebody else is for owners. The last owner can do neither: 409. Keys that the user made
         *     keep working, since they belong to the workspace, unless `revokeKeys` is true. Then they are revoked first, each as
         *     by `revokeKey`, and so is one that the user makes meanwhile.
         */
        delete: operations["deleteMember"];
        options?: never;
        head?: never;
        /**
         * Change a role
         * @description The last owner stays an owner: 409.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations
         * @description The invitations that can still be accepted, newest first. Their links are not shown again.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody
         * @description Makes a link that one person can join with, once, until it expires. It is shown now and never again: nothing is sent by
         *     e-mail. With `email`, only a user with that e-mail can be made or can join. Only an owner can invite an owner, and only the
         *     link of an owner gives a higher role to somebody who is a member already.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description The link stops working at once. One that has been used or has expired is not there any more: 404.
         */
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what keys can be made for
         * @description The categories of permissions, the models with their prices, the limits of this deployment, and the addresses
         *     that a developer needs.
         */
        get: operations["getCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did what
         * @description Acts of administration, the sign-ins of members since they joined, and exceptional outcomes of runs, newest first. Nothing here
         *     can be changed or deleted.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/audit-events.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the audit trail
         * @description Every event that the list has with the same filters, newest first, as one CSV file (RFC 4180) with a line of names: `id`, `at`,
         *     `kind`, `actor_id`, `actor`, `detail`, which is JSON, and `subject`. It is sent while it is read. A `'` precedes a sign
         *     that a spreadsheet would take for a formula.
         */
        get: operations["getAuditFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys
         * @description The keys of the workspace, newest first. Their secrets are not kept and can't be shown.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make a key
         * @description Answers with the secret, now and never again. A request key that was used before is a 409 with the `keyId` of
         *     the key that it made: a double click makes one key. A member can select permissions of the workspace's
         *     `memberScopes`; giving a key credit of its own is for admins.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a key
         * @description The key with what its runs cost and hold.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a key
         * @description Changes the name, the expiry, the credit, the spending limits and the models of a key. Members that are left out stay as
         *     they are. All of it is changed, or nothing: a wallet that does not have the credit is a 402. Limits hold for every
         *     run that is created from then on, in every process, and the list of models does within a second. Where the key had
         *     no limit, what it has used of this month is counted first. The keys whose place it took have the same limits and models
         *     while they still work. A key that is not active, or has been rotated, is a 409.
         */
        patch: operations["updateKey"];
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/keys/{keyId}/rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a key
         * @description Makes a new key with the permissions, the models, the expiry, the credit and the spending limits of the old one,
         *     which keeps working for the overlap. Both share the credit, and what is used of the limits. A key that is not
         *     active, or has been rotated before, is a 409.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/keys/{keyId}/revocation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key
         * @description The key stops working within a second, everywhere. Its runs that were not sent yet fail with `key_revoked`, those under
         *     way end as they do, and its credit goes back to the wallet. Revoking it again changes nothing.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers with their spending
         * @description The customers of the workspace, each with what its runs of all kinds were charged in a month, and with what is left of its
         *     budgets. The charges are the entries of the ledger from which the statement of the same month comes: a run is charged when it
         *     ends. `total` adds up all customers that match, and the whole workspace.
         *
         *     Budgets are not of the month: they count runs by the day and the month in UTC in which the run was created.
         */
        get: operations["listWorkspaceCustomers"];
        put?: never;
        /**
         * Make a customer ahead
         * @description Saves a customer before its first run, with a name, labels, budgets or a block. A customer that needs none of them appears
         *     with its first run. An end user that is a customer already is a 409. The workspace may make as many as its quota `customers`
         *     says. Sent again with the same request key and body, it gives the customer as it is now, and saves nothing; with another body
         *     it is a 409.
         */
        post: operations["createWorkspaceCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/customers.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download customers with their spending
         * @description All customers that match as one CSV file (RFC 4180) with a line of names, in the order of the list:
         *
         *     | Column | Content |
         *     | - | - |
         *     | `customer`, `name`, `state`, `labels` | The customer; labels as JSON |
         *     | `created_at` | When it was made or its first run was created, in the time zone, with its offset from UTC |
         *     | `runs`, `charged`, `currency` | What its runs were charged in the month; decimals with all digits of the scale |
         *     | `units` | `charged` as the whole number that the API counts in |
         *     | `day_used`, `day_budget`, `month_used`, `month_budget`, `total_used`, `total_budget` | Each budget that applies now, and what its runs of the period were charged and hold; days and months are in UTC |
         *     | `balance` | What is left of its prepaid balance |
         *
         *     A file that could not be read to its end is cut off without an end of the response, which clients report as a failed download.
         *     A `'` precedes a sign that a spreadsheet would take for a formula.
         */
        get: operations["getCustomerFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/customer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a customer
         * @description The customer, with each of its budgets and what is left of it, and its prepaid balance.
         */
        get: operations["getWorkspaceCustomer"];
        put?: never;
        post?: never;
        /**
         * Erase a customer
         * @description Erases everything that the workspace has of the end user, in all kinds of runs: requests, outputs, spans, scores, and the end
         *     user and session of each run. The runs and their money stay in the books, and the audit trail keeps which budgets, grants and
         *     blocks it was given, when and by whom, but not its name, labels and end user. From then on the end user creates no runs until it
         *     is erased. Runs that have not ended are not erased: where `openRuns` is above 0, send the request again once they have ended.
         */
        delete: operations["deleteWorkspaceCustomer"];
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description Changes the members that the body has, and no other. From the answer on, each create of a run keeps the new budgets, and a
         *     blocked customer creates none. Runs that were created before go on. A new budget counts what the customer has used already:
         *     in the day, in the month, or in all. `hasBalance` begins or ends its prepaid balance.
         */
        patch: operations["updateWorkspaceCustomer"];
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/customer/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the grants of a customer
         * @description All that the customer was granted, newest first, also what is spent or has expired, and grants of an earlier balance.
         */
        get: operations["listWorkspaceCustomerGrants"];
        put?: never;
        /**
         * Grant credit to a customer
         * @description Adds an amount to the prepaid balance of a customer, such as a package that it bought; the first grant begins the balance. A
         *     customer with 100 grants that have not ended gets no more: a 409. Sent again with the same request key and body, it gives the
         *     grant as it is now, and saves nothing; with another body it is a 409.
         */
        post: operations["createWorkspaceCustomerGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/customer/grants/{grantId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a grant of a customer
         * @description Ends the grant as if it expired now: what is left of it is taken from the balance of the customer. What runs hold may still be
         *     spent, and is taken once they release it. A grant that has ended stays as it is.
         */
        post: operations["revokeWorkspaceCustomerGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/customer/months": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the months of a customer
         * @description What its runs were charged in each of the last twelve months, this one included, by kind. A month has the sums that the charges
         *     of the same month and time zone have.
         */
        get: operations["getCustomerMonths"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/customer-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the default budgets
         * @description The budgets of customers that have none of their own.
         */
        get: operations["getDefaultBudgets"];
        /**
         * Set the default budgets
         * @description Sets the budgets of all customers that have none of their own, also of those that appear later: each customer may use so
         *     much. They hold for each create from the answer on. A default budget counts the runs that are created while there are
         *     default budgets; to count what a customer has used before, give the customer budgets of its own. Without `defaultBudgets`
         *     there are none.
         */
        put: operations["updateDefaultBudgets"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the wallet
         * @description What the workspace can spend, what is held for pending runs, and what was spent.
         */
        get: operations["getWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/wallet/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entries
         * @description The movements of the wallet and of the credit of keys, newest first. Filters narrow the list together. With
         *     `kind` or `keyId` a page can be short, even empty, and still have a next one.
         */
        get: operations["listEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/wallet/entries.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download entries
         * @description Every entry that the list has with the same filters, newest first, as one CSV file (RFC 4180) with a line of names.
         *     It is sent while it is read, and what moves meanwhile is not part of it. A file that could not be read to its end is
         *     cut off without an end of the response, which clients report as a failed download.
         *
         *     | Column | Content |
         *     | - | - |
         *     | `id`, `at` | The entry, and when it was made, in the time zone, with its offset from UTC |
         *     | `kind`, `direction`, `account` | As in the list |
         *     | `amount`, `currency` | A decimal with all digits of the scale |
         *     | `units` | The same as the whole number that the API counts in |
         *     | `run`, `key`, `reference` | What it belongs to, if it belongs to something |
         *
         *     A `'` precedes a sign that a spreadsheet would take for a formula.
         */
        get: operations["getEntryFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/wallet/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the statement of a month
         * @description What the workspace had when the month began and ended, and what came and went in between. A run is charged in the month in which
         *     it ended. Of the present month it is what is known so far.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/wallet/charges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what runs were charged in a month
         * @description By end user, key, kind or whatever `by` names, runs of all kinds together. They are the entries of the ledger from which the
         *     statement of the same month comes: the sums of all groups are its `runs`, `providerAmount` and `feeAmount`, to the unit. A run
         *     is charged when it ends. The 100 groups that were charged most are listed, and the others are one group. With `endUserId`, the
         *     same of the runs of one end user.
         */
        get: operations["getCharges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/wallet/charges.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download what runs were charged in a month
         * @description The same as one CSV file (RFC 4180) with a line of names, without a bound on the number of lines. Without `by`, it has a line
         *     for each charged run of every kind, oldest first; with `endUserId`, only of this end user:
         *
         *     | Column | Content |
         *     | - | - |
         *     | `at` | When it was charged, in the time zone, with its offset from UTC |
         *     | `run`, `kind`, `subject` | The run, and its model, tool or environment |
         *     | `key`, `key_name`, `end_user`, `session`, `prompt`, `labels` | What it belongs to; labels as JSON |
         *     | `provider`, `fee`, `charged`, `currency` | Decimals with all digits of the scale |
         *     | `units` | `charged` as the whole number that the API counts in |
         *
         *     With `by`, it has a line for each group: `group`, `name`, `kind`, `runs`, and the amounts. A file that could not be read to its
         *     end is cut off without an end of the response, which clients report as a failed download.
         *
         *     A `'` precedes a sign that a spreadsheet would take for a formula.
         */
        get: operations["getChargeFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/wallet/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credit the wallet
         * @description One reference credits once, however often it is sent: again with the same amount it changes nothing and answers 200, with
         *     another amount it is a 409.
         *
         *     Credit is the deployment's money: its setting `CREDIT_BY` says who gives it. Where only the operator does, everybody
         *     is refused with `credit_by_operator`; where only owners do, an admin with `forbidden`. `creditBy` of the workspace
         *     tells it beforehand.
         */
        post: operations["createCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description The payments by card of this workspace, newest first.
         */
        get: operations["listPayments"];
        put?: never;
        /**
         * Start a payment
         * @description Opens a page of the payment provider on which somebody pays by card. Send the browser to `checkoutUrl`; it comes back to
         *     the wallet with `?payment=` and the id. The wallet is credited when the provider says that the payment has succeeded,
         *     once. Read the payment until it has ended.
         *
         *     `payments` of the wallet has the amounts that can be paid. A deployment that takes no payments answers `conflict`, and
         *     so does a workspace with too many open ones.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/payments/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment
         * @description While the payment is open, the service asks the payment provider what became of it.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/auto-recharge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the auto-recharge
         * @description What is charged by itself when the wallet runs low, and to which card. While somebody is about to save a card, the service
         *     asks the payment provider whether it is saved.
         */
        get: operations["getAutoRecharge"];
        /**
         * Set the auto-recharge
         * @description Sets when the wallet is recharged, with how much, and the most that a month may cost. It is on from then on, also if it had
         *     turned itself off, once a card is saved.
         *
         *     `rechargeAmount` has the bounds of each payment, which are in `payments` of the wallet. It is at least `thresholdAmount`, so
         *     that one recharge is enough, and at most `monthCapAmount`. A deployment that takes no payments answers `conflict`.
         */
        put: operations["updateAutoRecharge"];
        post?: never;
        /**
         * Remove the auto-recharge
         * @description With the saved card, which the payment provider forgets as well. A charge that is under way at this moment still credits the
         *     wallet.
         */
        delete: operations["deleteAutoRecharge"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/auto-recharge/card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to save a card
         * @description Opens a page of the payment provider on which somebody saves a card, in place of the one before. Send the browser to
         *     `checkoutUrl`; it comes back to the wallet with `?card=`. Nothing is charged there. While the page is open, it is the same
         *     page for everybody who asks.
         *
         *     The service never sees the card: it gets the brand, the last four digits and the month in which the card expires. A
         *     deployment that takes no payments answers `conflict`, and so does a workspace whose auto-recharge is not set.
         */
        post: operations["createCardSetup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the billing details
         * @description To whom the payment provider makes out the invoices of this workspace. The service asks the provider for them and saves none
         *     of them. A deployment that takes no payments answers `conflict`.
         */
        get: operations["getBilling"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/billing/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the page of billing details
         * @description Opens a page of the payment provider on which somebody changes the billing details and sees all invoices. Send the browser to
         *     `billingUrl`; it comes back to the wallet. The page works for a few minutes, for whoever has its address. A deployment that
         *     takes no payments answers `conflict`.
         */
        post: operations["createBillingPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/payment-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event of the payment provider
         * @description For the payment provider alone, which signs each event. The service reads the provider's own record of the checkout that
         *     an event names, so an event that is late, repeated, out of order or forged changes nothing. A deployment without a
         *     payment provider answers `conflict`.
         */
        post: operations["receivePaymentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read usage over time
         * @description Runs of all kinds by when they were created, in a time zone: counts, tokens, money, latency and failures. The range is at most 92 days, and 14
         *     days by the hour, and within the years 1970 to 9999. A run that is still pending counts with what is known of it.
         *     Filters hold together. Groups by end user go with no filter by key, model or prompt, unless an end user is named too.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the quotas
         * @description What the workspace may store, send in a day and have in use at once, and how much of it is used now. The keys of the
         *     workspace share these quotas.
         */
        get: operations["getQuotas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs
         * @description The runs of the workspace, newest first. Filters narrow the list together. A page can be short, or even empty, and
         *     still have a `nextCursor`: read on until it is null.
         */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/runs.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download runs
         * @description Every model run that the list has with the same filters, newest first, as one CSV file (RFC 4180) with a line of names. It is
         *     sent while it is read. A file that could not be read to its end is cut off without an end of the response, which clients
         *     report as a failed download.
         *
         *     | Column | Content |
         *     | - | - |
         *     | `id`, `created_at`, `finished_at`, `duration_ms` | The run, and its times in UTC with milliseconds |
         *     | `state`, `error`, `model`, `key` | As in the list |
         *     | `session`, `end_user`, `prompt`, `prompt_version` | What it is attributed to |
         *     | `prompt_tokens`, `completion_tokens` | As far as they were reported |
         *     | `charged`, `currency` | A decimal with all digits of the scale; empty if nothing was charged |
         *     | `units` | The same as the whole number that the API counts in |
         *     | `request_key`, `metadata` | What the caller named it by, and its labels as JSON |
         *
         *     A `'` precedes a sign that a spreadsheet would take for a formula.
         */
        get: operations["getRunFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run with its history
         * @description The run as its developer sees it, with what was sent, the states that it went through and the entries that it made. It is
         *     shown as it is saved: reading asks no provider.
         */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/runs/{runId}/look-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look a run up now
         * @description Asks the provider for the outcome of a run in `needs_reconciliation`, or what a run in `received` cost, without waiting for
         *     the next check, unless it was asked in the last 2 seconds. Takes at most 2 seconds, and several at once are one
         *     question. A run in another state is answered as it is. Never sends a run again.
         */
        post: operations["createLookUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/runs/{runId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a run
         * @description Asks that the run end as soon as it can, as `cancelModelRun` does for programs. What was not sent fails with `cancelled`;
         *     what is under way ends early only if the provider stops its work and its bill then. A run that has ended is
         *     answered as it is.
         */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read saved views
         * @description Your own views and those that are shared with the workspace, by name.
         */
        get: operations["getSavedViews"];
        put?: never;
        /**
         * Save a view
         * @description Saves the filters and columns of a list of runs under a name. A person has 100 views at most.
         */
        post: operations["createSavedView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/views/{viewId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a view
         * @description People delete their own views; admins delete shared ones too.
         */
        delete: operations["deleteSavedView"];
        options?: never;
        head?: never;
        /**
         * Change a view
         * @description Renames it, shares it, or puts other filters under its name. People change their own views; admins change shared ones too.
         */
        patch: operations["updateSavedView"];
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/playground": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the playground can do
         * @description What you may run from the pages, and the key that such runs are made with: its credit and when it ends.
         */
        get: operations["getPlayground"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/playground/estimates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate the hold of a run
         * @description What creating this run would hold, which is the most that it can cost. Creates nothing, makes no key and costs nothing.
         */
        post: operations["createPlaygroundEstimate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/playground/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a model
         * @description Creates an ordinary run. It is made with a key of your own that only the service has: its secret is shown to nobody,
         *     not even to you. The key has a small credit, which comes out of the wallet, and ends after an hour; what it did not spend
         *     goes back. It is made by the first run and used by those after it. A request key that was used before gives the run that
         *     it made.
         */
        post: operations["createPlaygroundRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the catalog of tools
         * @description All tools of the deployment with their schemas and prices, also those that cannot be called now.
         */
        get: operations["getToolCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/tool-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tool runs
         * @description The tool runs of the workspace, newest first. Filters narrow the list together. A page can be short, or even empty, and
         *     still have a `nextCursor`: read on until it is null.
         */
        get: operations["listRunsOfTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/tool-runs.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download tool runs
         * @description Every tool run that the list has with the same filters, newest first, as one CSV file (RFC 4180) with a line of names. It is
         *     sent while it is read. A file that could not be read to its end is cut off without an end of the response, which clients
         *     report as a failed download.
         *
         *     | Column | Content |
         *     | - | - |
         *     | `id`, `created_at`, `finished_at`, `duration_ms` | The run, and its times in UTC with milliseconds |
         *     | `state`, `error`, `tool`, `key` | As in the list |
         *     | `session`, `end_user`, `prompt`, `prompt_version` | What it is attributed to |
         *     | `charged`, `currency` | A decimal with all digits of the scale; empty if nothing was charged |
         *     | `units` | The same as the whole number that the API counts in |
         *     | `request_key`, `metadata` | What the caller named it by, and its labels as JSON |
         *
         *     A `'` precedes a sign that a spreadsheet would take for a formula.
         */
        get: operations["getToolRunFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/tool-runs/{toolRunId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a tool run with its history
         * @description The run as its developer sees it, with its input, the states that it went through and the entries that it made. It is
         *     shown as it is saved: reading asks no provider.
         */
        get: operations["getRunOfTool"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/tool-runs/{toolRunId}/look-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look a tool run up now
         * @description Asks the server of the tool for the outcome of a run in `needs_reconciliation`, without waiting for the next check, unless
         *     it was asked in the last 2 seconds. Takes at most 2 seconds, and several at once are one question. A run in another
         *     state is answered as it is. Never sends a run again.
         */
        post: operations["createLookUpOfTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/tool-runs/{toolRunId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a tool run
         * @description Asks that the run end as soon as it can, as `cancelToolRun` of the developer API does for programs. What was not sent fails with `cancelled`;
         *     what is under way ends early only if the provider stops its work and its bill then. A run that has ended is
         *     answered as it is.
         */
        post: operations["cancelRunOfTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/tool-runs/{toolRunId}/repeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a tool call again
         * @description Buys the same call again, with the key of the playground. It costs at most what the first one held: where prices
         *     have risen since, it is refused and costs nothing. A request key that was used before gives the run that it made.
         */
        post: operations["createRepeatOfTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/compute-environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the catalog of environments
         * @description The environments that programs can create jobs with: how far each keeps code from the machine, its bounds and prices.
         */
        get: operations["getEnvironmentCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/compute-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List compute jobs
         * @description The compute jobs of the workspace, newest first. Filters narrow the list together. A page can be short, or even empty, and
         *     still have a `nextCursor`: read on until it is null.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/compute-jobs.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download compute jobs
         * @description Every compute job that the list has with the same filters, newest first, as one CSV file (RFC 4180) with a line of names. It is
         *     sent while it is read. A file that could not be read to its end is cut off without an end of the response, which clients
         *     report as a failed download.
         *
         *     | Column | Content |
         *     | - | - |
         *     | `id`, `created_at`, `finished_at`, `duration_ms` | The run, and its times in UTC with milliseconds |
         *     | `state`, `error`, `environment`, `key` | As in the list |
         *     | `session`, `end_user`, `prompt`, `prompt_version` | What it is attributed to |
         *     | `charged`, `currency` | A decimal with all digits of the scale; empty if nothing was charged |
         *     | `units` | The same as the whole number that the API counts in |
         *     | `request_key`, `metadata` | What the caller named it by, and its labels as JSON |
         *
         *     A `'` precedes a sign that a spreadsheet would take for a formula.
         */
        get: operations["getJobsFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/compute-jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a compute job with its history
         * @description The job as its developer sees it, with what it was asked to run, the states that it went through and the entries that it
         *     made. Long texts are cut. It is shown as it is saved: reading asks no engine.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/compute-jobs/{jobId}/look-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look a compute job up now
         * @description Asks the engine for the outcome of a job in `needs_reconciliation`, without waiting for the next check, unless it was asked
         *     in the last 2 seconds. Takes at most 2 seconds, and several at once are one question. A job in another state is
         *     answered as it is. Never starts a job again.
         */
        post: operations["createLookUpOfJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/compute-jobs/{jobId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a compute job
         * @description Asks that the job end as soon as it can, as `cancelComputeJob` of the developer API does for programs. One that did not
         *     start fails with `cancelled`, free of charge. One that runs is ended, and what it took is charged. A job that has ended
         *     is answered as it is.
         */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/compute-jobs/{jobId}/repeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a compute job again
         * @description Buys the same job again, with the key of the playground. It costs at most what the first one held: where prices
         *     have risen since, it is refused and costs nothing. A request key that was used before gives the run that it made.
         */
        post: operations["createRepeatOfJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/compute-jobs/{jobId}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a part of a log
         * @description A part of what the job has written by now to one of its streams, also while it runs: read on from `next` until `ended`.
         *     Text that is not UTF-8 has replacement characters.
         */
        get: operations["getLogOfJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/compute-jobs/{jobId}/log-file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a log
         * @description All that the job has written by now to one of its streams, as a file. It is always an attachment of no particular type:
         *     nothing of it is shown by the browser.
         */
        get: operations["getLogFileOfJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/compute-jobs/{jobId}/artifacts/{artifactName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an artifact
         * @description A file that the job left behind, by its name in `artifacts`, percent-encoded in the path. It is always an
         *     attachment of no particular type: nothing of it is shown by the browser.
         */
        get: operations["getArtifactOfJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prompts
         * @description The prompts of the workspace by name, each with its labels and who saved its newest version.
         */
        get: operations["listWorkspacePrompts"];
        put?: never;
        /**
         * Save a version of a prompt
         * @description Saves a new prompt, or the next version of one, as the person who is signed in. With `parentVersion` a save is refused that
         *     was made from a version that is not the newest any more. Members save where the workspace's `memberScopes` have
         *     `prompts:run`. A protected label takes the role `admin`. The same request key saves one version.
         */
        post: operations["createVersionOfPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/prompts/{promptName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a prompt
         * @description The prompt with its labels, without what its versions say.
         */
        get: operations["getWorkspacePrompt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/prompts/{promptName}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a prompt
         * @description Newest first, without what they say.
         */
        get: operations["listVersionsOfPrompt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/prompts/{promptName}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a version of a prompt
         * @description What the version says, and the labels that are on it.
         */
        get: operations["getVersionOfPrompt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/prompts/{promptName}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions of a prompt
         * @description What was removed from one version and added in the other, line by line. Parts that are the same are left out.
         */
        get: operations["getDiffOfPrompt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/prompts/{promptName}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the usage of a prompt
         * @description What the model runs that are attributed to the prompt used and cost, by version, from the ledger. The span is widened to
         *     whole hours in UTC, and is at most 366 days. Without `from` and `to` it is the last 30 days.
         */
        get: operations["getUsageOfPrompt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/prompts/{promptName}/label-moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a label
         * @description Puts a label on a version of the prompt, whatever version it was on before. Members move labels where the workspace's
         *     `memberScopes` have `prompts:run`. A protected label takes the role `admin`. With `fromVersion` the label is moved only
         *     where it is still there.
         */
        post: operations["createLabelMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/prompts/{promptName}/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read scores by version
         * @description What the scores of runs that are attributed to the prompt add up to, by version and name. Of the newest 50,000 scores.
         */
        get: operations["getScoresOfPrompt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/prompt-previews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a version out
         * @description What a version would say with these values, before it is saved. Nothing is saved. What is wrong with the draft or with the
         *     values is part of the answer.
         */
        post: operations["createPromptPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/protected-labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the protected labels
         * @description The labels that no key and no member moves, in any prompt of the workspace.
         */
        get: operations["getProtectedLabels"];
        put?: never;
        /**
         * Protect a label
         * @description From now on only admins and the operator move the label, in every prompt of the workspace. One that is protected
         *     already stays so. A workspace has 50 protected labels at the most; one more is a 409.
         */
        post: operations["createProtectedLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/protected-labels/{label}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unprotect a label
         * @description Keys and members that may move other labels may move this one again.
         */
        delete: operations["deleteProtectedLabel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List traces
         * @description The traces of the workspace, the one with the newest span first. A filter keeps the traces that have a span it takes. A page
         *     can be short, or even empty, and still have a `nextCursor`: read on until it is null.
         */
        get: operations["listWorkspaceTraces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/traces/{traceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a trace
         * @description The runs of a trace and the spans that programs sent, as one tree. Of a long trace the first spans come; what its runs were
         *     charged is of all of them.
         */
        get: operations["getWorkspaceTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/traces/{traceId}/spans/{spanId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a span
         * @description A span with all that is known of it: its attributes, and what happened meanwhile.
         */
        get: operations["getSpanOfTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description The sessions that spans name, the one with the newest span first. A page can be short, or even empty, and still have a
         *     `nextCursor`: read on until it is null.
         */
        get: operations["listWorkspaceSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a session
         * @description What the spans of a session add up to. A session that no span names is answered with 404.
         */
        get: operations["getWorkspaceSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/session/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the turns of a session
         * @description The runs of a session, newest first, with what was said and answered. Of a conversation that a request repeats, a turn has
         *     what is new: the messages behind the last one of the assistant. Long texts are cut; the run has all of them. A page can be
         *     short, or even empty, and still have a `nextCursor`: read on until it is null.
         */
        get: operations["listTurnsOfSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scores
         * @description The scores of the workspace, newest first. A page can be short, or even empty, and still have a `nextCursor`: read on until
         *     it is null.
         */
        get: operations["listScoresOfWorkspace"];
        put?: never;
        /**
         * Judge a run, a span or a session
         * @description Saves what a person thinks of a run, a span or a session; its source is `human`. The same request key makes one score.
         *     Members judge where the workspace's `memberScopes` have `observability:run`.
         */
        post: operations["createScoreOfPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/scores/{scoreId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a score
         * @description The score is deleted, whoever saved it. Members delete scores where the workspace's `memberScopes` have `observability:run`.
         */
        delete: operations["deleteScoreOfWorkspace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description The endpoints of the workspace, newest first, without their secrets.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Make a webhook endpoint
         * @description Sends an address messages about the runs of the workspace. Answers with the secret that messages are signed with, now
         *     and never again. A key with `models:read` can read what an endpoint gets about runs, and every member what it gets about
         *     customers: members make endpoints where the workspace's `memberScopes` have that permission. A workspace has 20 endpoints at the most; one more is a 409.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description The endpoint, without its secret.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing more is sent to it. What it was sent, and what waits for it, is deleted with it.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes the address, the description or the event types of an endpoint, disables it, or enables it again. Members that are
         *     left out stay as they are. What waits for an endpoint that is disabled is not sent any more; one that is enabled is told
         *     of what happens from then on, and earlier messages can be sent again.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook endpoint
         * @description Gives the endpoint a new secret, which is shown now and never again. For the overlap every message carries two signatures,
         *     so that a receiver that knows either secret believes it. A secret that still overlaps from a rotation before signs no
         *     more.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what an endpoint was sent
         * @description The messages to the endpoint with their state, newest first. A message keeps its position however often it is
         *     sent. One that is about no run is deleted 30 days after its event, unless it is still to be sent.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/deliveries/{messageId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again
         * @description Sends the message once more, as soon as a worker has room: under the same `webhook-id`, so that the receiver can recognize it, and
         *     out of turn. The endpoint has to be enabled; one that is disabled is a 409.
         */
        post: operations["createWebhookResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Thresholds that were crossed, newest first. Each is raised once, and again only after it has recovered. They are kept for a year.
         */
        get: operations["listWorkspaceAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/alert-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the workspace is alerted to
         * @description The thresholds, and who gets an email.
         */
        get: operations["getWorkspaceAlertSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what the workspace is alerted to
         * @description Members that are left out stay as they are. A threshold that is crossed already raises an alert within a minute.
         */
        patch: operations["updateWorkspaceAlertSettings"];
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/month-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a month
         * @description All rows of a dataset that are of a month, oldest first, as one file, with the columns that the export of the developer API has:
         *     amounts are whole numbers, and times are in UTC. `charges` has each charged run of every kind, and adds up to the statement of the
         *     same month, to the unit. All of it is of one moment, the beginning of the answer. A workspace has two exports at once from one
         *     process. A file that could not be read to its end is cut off without an end of the response, which clients report as a failed
         *     download.
         */
        get: operations["getMonthExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/saved-exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved exports
         * @description The exports that people and programs of the workspace have saved, newest first.
         */
        get: operations["listWorkspaceSavedExports"];
        put?: never;
        /**
         * Save an export
         * @description Saves what to export, for people and programs: its file has what the period is when it is read. A saved export never changes;
         *     delete it and save another one. A workspace has 100 at the most; one more is a 409. Sent again with the same request key and body,
         *     it gives the same saved export; with another body it is a 409.
         */
        post: operations["createWorkspaceSavedExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/saved-exports/{savedExportId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a saved export
         * @description Neither people nor programs can read its file any more. What it exported stays.
         */
        delete: operations["deleteWorkspaceSavedExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/saved-exports/{savedExportId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of a saved export
         * @description The rows of its period, as the export of a month has them: with the same columns, within the same limits, and of one moment. Days
         *     and months are those of the time zone of the workspace.
         */
        get: operations["getFileOfSavedExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/made-exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List made exports
         * @description The exports that were made in the background, and those that will be, newest first, until they expire.
         */
        get: operations["listMadeExports"];
        put?: never;
        /**
         * Make an export in the background
         * @description Asks for a file of all rows of a month, with the columns and the rows that the export of the month has, by the time
         *     zone of the workspace. It shows the data at the moment at which the service begins to make it. The service makes
         *     one at a time for a workspace, keeps the file for seven days, or for as long as it keeps outputs of jobs if that is
         *     shorter, and sends the person who asked an email once it is ready or has failed, if the deployment sends mail. A file
         *     has 1 GiB at the most, and counts into the quota `stored_outputs`. All files together may have half of it, so that jobs
         *     keep the rest: without room for a file, this is a 429.
         *
         *     A workspace has 20 at the most; one more is a 409. Sent again with the same request key and body, it gives the same
         *     made export; with another body it is a 409. The erasure of an end user deletes all files that were made before.
         */
        post: operations["createMadeExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/made-exports/{madeExportId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a made export
         * @description The file is deleted. One that is not made yet is not made any more. What it exported stays.
         */
        delete: operations["deleteMadeExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/made-exports/{madeExportId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of a made export
         * @description The file, as it was made. One that is not ready, has failed or has expired is a 404. It never changes, so a download
         *     that broke off can be continued with `Range`.
         */
        get: operations["getFileOfMadeExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List destinations
         * @description The destinations of the workspace, newest first, without what their headers say.
         */
        get: operations["listDestinations"];
        put?: never;
        /**
         * Make a destination
         * @description From now on, the span of each run that ends is sent to an OTLP endpoint of yours. What a destination is sent is without
         *     content unless `includeContent` is true. The headers are stored and never returned. A workspace has 10 destinations at
         *     the most; one more is a 409.
         */
        post: operations["createDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/destinations/{destinationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a destination
         * @description The destination, without what its headers say.
         */
        get: operations["getDestination"];
        put?: never;
        post?: never;
        /**
         * Delete a destination
         * @description Nothing more is sent to it. What waits for it is deleted with it.
         */
        delete: operations["deleteDestination"];
        options?: never;
        head?: never;
        /**
         * Change a destination
         * @description Changes a destination, disables it, or enables it again. Members that are left out stay as they are; `headers` replaces all
         *     of them. Where `url` leads to another host, the headers have to be given again. What waits for a destination that is
         *     disabled is sent if it is enabled again before it is too old; runs that end meanwhile are not.
         */
        patch: operations["updateDestination"];
        trace?: never;
    };
    "/v1/dashboard/workspaces/{workspaceId}/destinations/{destinationId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test span
         * @description Sends a span of no run at once, and returns what the destination answered. It is sent to one that is disabled
         *     as well. Nothing of it is saved.
         */
        post: operations["createDestinationTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this document
         * @description This contract in one JSON object, as the running version serves it.
         */
        get: operations["getDashboardDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the documentation
         * @description What operators need to know, and the reference, as one page for people. It needs nothing but itself: no other request
         *     leaves it. A deployment whose page was not built answers 404.
         */
        get: operations["getDashboardDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The identity provider that users can sign in with. Only if one is configured. */
        OidcMethod: {
            /**
             * @description What the button calls it.
             * @example Example ID
             */
            name: string;
        };
        /** @description What proves that a person asks. Only if one is configured. */
        Captcha: {
            /**
             * @description What the widget is rendered with.
             * @example 0x4AAAAAAABUYP0XeMJF0xoy
             */
            siteKey: string;
            /**
             * Format: uri
             * @description The script of the widget, which has `render` under the name `turnstile`, `hcaptcha` or `grecaptcha`.
             * @example https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit
             */
            scriptUrl: string;
        };
        /** @description What anybody needs who makes an account. Only if the deployment is open to sign-up. */
        SignUpMethod: {
            captcha?: components["schemas"]["Captcha"];
        };
        /** @description The ways to sign in, and whether to sign up. */
        SignInMethods: {
            /**
             * @description Whether users sign in with an e-mail and a password.
             * @example true
             */
            password: boolean;
            oidc?: components["schemas"]["OidcMethod"];
            /**
             * @description Who helps with a forgotten password: a link by `mail`, or only the `operator` of the deployment. More may be added.
             * @example mail
             * @example operator
             */
            passwordReset: "mail" | "operator" | Unlisted;
            signUp?: components["schemas"]["SignUpMethod"];
        };
        /**
         * @description More codes may be added: fall back on the status for one that you do not know.
         *
         *     | Status | Code | Meaning |
         *     | - | - | - |
         *     | 400 | `invalid_request` | A parameter, a header or the body is not valid; `errors` says where |
         *     | 400 | `malformed_json` | The body is not JSON |
         *     | 400 | `invalid_cursor` | The cursor is not one that the list gave with these filters |
         *     | 401 | `unauthenticated` | There is no living session: sign in |
         *     | 401 | `wrong_credentials` | The e-mail and the password do not belong together |
         *     | 401 | `second_factor_required` | The password is right, and a code of the second factor is needed as well |
         *     | 402 | `insufficient_credit` | The wallet does not cover the credit of the new key, or the credit of the playground not the hold of the run |
         *     | 403 | `forbidden` | The role in this workspace does not allow it |
         *     | 403 | `credit_by_operator` | Only the operator credits wallets in this deployment |
         *     | 403 | `cross_site` | The request did not come from the dashboard itself |
         *     | 404 | `not_found` | Nothing here, or nothing of a workspace that you are a member of |
         *     | 405 | `method_not_allowed` | The path has other methods; see `Allow` |
         *     | 408 | `request_timeout` | The request did not arrive in time |
         *     | 409 | `conflict` | It does not fit what is there: the last owner, a used request key, a rotated key, a label that was moved, a version that somebody else saved meanwhile |
         *     | 410 | `link_not_valid` | The link is unknown, used up, withdrawn or expired |
         *     | 413 | `payload_too_large` | The body is larger than any acceptable one |
         *     | 415 | `unsupported_media_type` | The body is not `application/json`, or is encoded in an unknown way |
         *     | 416 | `range_not_satisfiable` | `Range` begins at or after the end of the file; `Content-Range` has its size |
         *     | 422 | `invalid_prompt` | The version cannot be saved, or the prompt has no such version; `errors` says where |
         *     | 422 | `run_refused` | The run is not possible like this: the model, an option or the prompt; `errors` says where |
         *     | 422 | `prompt_limit_reached` | The prompt has too many labels, or the workspace too many prompts |
         *     | 429 | `rate_limited` | Too many requests of a session, or too many attempts; see `Retry-After` |
         *     | 429 | `quota_exceeded` | A quota of the workspace is used up: `quota` names it, and `freesAt` says when some of it is free |
         *     | 431 | `headers_too_large` | The request headers are too large |
         *     | 500 | `internal_error` | A fault of the service |
         *     | 503 | `overloaded` | There is no capacity at the moment |
         * @example invalid_request
         * @example malformed_json
         * @example invalid_cursor
         * @example unauthenticated
         * @example wrong_credentials
         * @example second_factor_required
         * @example insufficient_credit
         * @example forbidden
         * @example credit_by_operator
         * @example cross_site
         * @example not_found
         * @example method_not_allowed
         * @example request_timeout
         * @example conflict
         * @example link_not_valid
         * @example payload_too_large
         * @example unsupported_media_type
         * @example range_not_satisfiable
         * @example invalid_prompt
         * @example run_refused
         * @example prompt_limit_reached
         * @example rate_limited
         * @example quota_exceeded
         * @example headers_too_large
         * @example internal_error
         * @example overloaded
         */
        ProblemCode: "invalid_request" | "malformed_json" | "invalid_cursor" | "unauthenticated" | "wrong_credentials" | "second_factor_required" | "insufficient_credit" | "forbidden" | "credit_by_operator" | "cross_site" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "link_not_valid" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "invalid_prompt" | "run_refused" | "prompt_limit_reached" | "rate_limited" | "quota_exceeded" | "headers_too_large" | "internal_error" | "overloaded" | Unlisted;
        /**
         * @description The rule that was broken. Those from `required` to `format` are keywords of JSON Schema in snake case. More codes
         *     may be added: fall back on `detail`.
         *
         *     | Code | Meaning |
         *     | - | - |
         *     | `required` | It is missing |
         *     | `additional_properties` | The schema has no such member |
         *     | `type` | It has another type |
         *     | `const` | It has another value than the only one allowed |
         *     | `enum` | It is not an allowed value |
         *     | `one_of` | It has none of the forms allowed |
         *     | `discriminator` | The member that names the form is missing or unknown |
         *     | `minimum` | It is too small |
         *     | `maximum` | It is too large |
         *     | `exclusive_minimum` | It is not above the bound |
         *     | `min_length` | The text is too short |
         *     | `max_length` | The text is too long |
         *     | `min_items` | The list is too short |
         *     | `max_items` | The list is too long |
         *     | `max_properties` | The object has too many members |
         *     | `property_names` | The name of a member has characters, or a length, that do not belong there |
         *     | `pattern` | The text has characters, or an order of them, that do not belong there |
         *     | `format` | The text is not what it has to be, such as a date |
         *     | `duplicate` | An object has the member twice, or a list has the name twice |
         *     | `nul` | The text has the NUL character |
         *     | `surrogate` | The text has half of a surrogate pair |
         *     | `number` | The number is beyond a double |
         *     | `depth` | The body is nested too deeply |
         *     | `values` | The body has too many values and members |
         *     | `unknown` | The operation has no such parameter |
         *     | `repeated` | The header was sent more than once |
         *     | `unsupported` | The model or the service does not take this |
         *     | `range` | The time, or the range of a file, is not within what is allowed |
         *     | `invalid_cursor` | The list did not give this cursor with these filters |
         *     | `idempotency_key_reuse` | The request key belongs to a run, or a version of a prompt, with another body |
         *     | `needs_tools` | It makes sense only together with `tools` |
         *     | `unknown_tool` | It names a function that `tools` does not have, or a tool that cannot be called now |
         *     | `unknown_environment` | The catalog has no such environment |
         *     | `resources_exceeded` | The environment does not give so much |
         *     | `invalid_path` | The path leaves the working directory, or is another file's |
         *     | `unknown_call` | No call of the assistant message directly before has this id |
         *     | `repeated_call` | Two calls of one message share an id |
         *     | `repeated_result` | The call has a result already |
         *     | `missing_result` | A call has no result yet |
         *     | `name_mismatch` | The call with this id is of another function |
         *     | `last_role` | The conversation does not end with a message to answer |
         *     | `model_not_allowed` | The key may not name this model |
         *     | `unknown_model` | The catalog has no such model |
         *     | `max_output_tokens_exceeded` | It is above the limit of the deployment or of the model |
         *     | `prompt_too_large` | The input is too large |
         *     | `tool_version_changed` | The tool has another definition |
         *     | `invalid_tool_input` | The input is too large |
         *     | `timeout_exceeded` | It is above the limit of the deployment or of the tool |
         *     | `hold_above_maximum` | The hold would be larger than this allows |
         *     | `template` | The text is no template of variables and references |
         *     | `unknown_prompt` | There is no such prompt, or no such version of it |
         *     | `version_conflict` | It is not the latest version |
         *     | `precondition_failed` | It is not the tag of what is there now |
         *     | `unknown_run` | Your workspace has no such run |
         *     | `conflict` | It does not fit what is there |
         *     | `forbidden` | The role, or the calling key, does not allow it |
         *     | `guessable` | The password is easy to guess |
         *     | `needs_credit` | It makes sense only for a key with credit of its own |
         * @example required
         * @example additional_properties
         * @example type
         * @example const
         * @example enum
         * @example one_of
         * @example discriminator
         * @example minimum
         * @example maximum
         * @example exclusive_minimum
         * @example min_length
         * @example max_length
         * @example min_items
         * @example max_items
         * @example max_properties
         * @example property_names
         * @example pattern
         * @example format
         * @example duplicate
         * @example nul
         * @example surrogate
         * @example number
         * @example depth
         * @example values
         * @example unknown
         * @example repeated
         * @example unsupported
         * @example range
         * @example invalid_cursor
         * @example idempotency_key_reuse
         * @example needs_tools
         * @example unknown_tool
         * @example unknown_environment
         * @example resources_exceeded
         * @example invalid_path
         * @example unknown_call
         * @example repeated_call
         * @example repeated_result
         * @example missing_result
         * @example name_mismatch
         * @example last_role
         * @example model_not_allowed
         * @example unknown_model
         * @example max_output_tokens_exceeded
         * @example prompt_too_large
         * @example tool_version_changed
         * @example invalid_tool_input
         * @example timeout_exceeded
         * @example hold_above_maximum
         * @example template
         * @example unknown_prompt
         * @example version_conflict
         * @example precondition_failed
         * @example unknown_run
         * @example conflict
         * @example forbidden
         * @example guessable
         * @example needs_credit
         */
        FaultCode: "required" | "additional_properties" | "type" | "const" | "enum" | "one_of" | "discriminator" | "minimum" | "maximum" | "exclusive_minimum" | "min_length" | "max_length" | "min_items" | "max_items" | "max_properties" | "property_names" | "pattern" | "format" | "duplicate" | "nul" | "surrogate" | "number" | "depth" | "values" | "unknown" | "repeated" | "unsupported" | "range" | "invalid_cursor" | "idempotency_key_reuse" | "needs_tools" | "unknown_tool" | "unknown_environment" | "resources_exceeded" | "invalid_path" | "unknown_call" | "repeated_call" | "repeated_result" | "missing_result" | "name_mismatch" | "last_role" | "model_not_allowed" | "unknown_model" | "max_output_tokens_exceeded" | "prompt_too_large" | "tool_version_changed" | "invalid_tool_input" | "timeout_exceeded" | "hold_above_maximum" | "template" | "unknown_prompt" | "version_conflict" | "precondition_failed" | "unknown_run" | "conflict" | "forbidden" | "guessable" | "needs_credit" | Unlisted;
        /** @description One part of the request that is at fault, named by a pointer, a parameter or a header. */
        Fault: {
            /**
             * @description JSON pointer into the body, as a URI fragment.
             * @example #/messages/2/tool_call_id
             */
            pointer?: string;
            /**
             * @description Name of a path or query parameter.
             * @example limit
             */
            parameter?: string;
            /**
             * @description Name of a request header.
             * @example Idempotency-Key
             */
            header?: string;
            /**
             * @description What is wrong there.
             * @example must be at least 1
             */
            detail: string;
            code: components["schemas"]["FaultCode"];
        };
        /**
         * @description What a quota of a workspace counts. More may be added. Of a problem: with `quota_exceeded` and
         *     `ingest_quota_exceeded`.
         *
         *     | Quota | What it counts |
         *     | - | - |
         *     | `stored_outputs` | Bytes of logs and artifacts of jobs, and of exports made in the dashboard, that are stored; exports may have half of it |
         *     | `stored_content` | Bytes of requests and answers of runs that are stored; new ones count after some minutes |
         *     | `stored_spans` | Bytes of spans that programs sent and that are stored; new ones count after a minute |
         *     | `spans` | Spans that programs sent today, in UTC |
         *     | `span_bytes` | Bytes of these spans |
         *     | `received_bytes` | Bytes of request bodies today, in UTC, a few seconds late |
         *     | `downloaded_bytes` | Bytes of artifacts and exports, and of files of the dashboard, that were downloaded today, in UTC |
         *     | `compute_cpu` | Thousandths of processors of jobs that have not ended |
         *     | `compute_memory` | Mebibytes of memory of jobs that have not ended |
         *     | `customers` | Customers that were made ahead and not erased |
         * @example stored_outputs
         * @example stored_content
         * @example stored_spans
         * @example spans
         * @example span_bytes
         * @example received_bytes
         * @example downloaded_bytes
         * @example compute_cpu
         * @example compute_memory
         * @example customers
         */
        QuotaName: "stored_outputs" | "stored_content" | "stored_spans" | "spans" | "span_bytes" | "received_bytes" | "downloaded_bytes" | "compute_cpu" | "compute_memory" | "customers" | Unlisted;
        /**
         * @description Why a request was refused (RFC 9457). `code` is for programs, `title` and `detail` are for people.
         *     The members after `errors` are there only for the codes that they name.
         */
        Problem: {
            /**
             * Format: uri
             * @description The address that names this kind of problem, under the public address of the deployment.
             * @example http://localhost:8080/problems/conflict
             */
            type: string;
            /**
             * @description What this kind of problem is, the same for every problem with this code.
             * @example This does not fit what is there
             */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             * @example 409
             */
            status: number;
            /**
             * @description What is wrong with this request in particular.
             * @example This request key has made a key already. Its secret was shown then.
             */
            detail: string;
            code: components["schemas"]["ProblemCode"];
            /**
             * @description The value of `X-Request-Id`.
             * @example req_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            requestId: string;
            /** @description The parts of the request that are at fault, if there are such parts. */
            errors?: components["schemas"]["Fault"][];
            /**
             * @description The key that the request key has made. With the `conflict` of making a key.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            keyId?: string;
            /**
             * Format: int64
             * @description The credit that the key was to get, or the hold that the run needs. With `insufficient_credit`.
             * @example 50000000000
             */
            requiredAmount?: number;
            /**
             * Format: int64
             * @description What the wallet, or the credit of the playground, has available. With `insufficient_credit`.
             * @example 18750000000
             */
            availableAmount?: number;
            /**
             * Format: int32
             * @description The highest `maxOutputTokens` that the credit covers for this same conversation. With the `insufficient_credit` of a
             *     run, and absent if the credit covers none.
             * @example 1180
             */
            affordableMaxOutputTokens?: number;
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency?: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale?: number;
            quota?: components["schemas"]["QuotaName"];
            /**
             * Format: int64
             * @description The most that the quota allows. With `quota_exceeded`.
             * @example 107374182400
             */
            limit?: number;
            /**
             * Format: int64
             * @description How much of it is used. With `quota_exceeded`.
             * @example 107376541884
             */
            used?: number;
            /**
             * Format: date-time
             * @description When some of the quota becomes free by itself. With `quota_exceeded`.
             * @example 2025-07-02T00:00:00.000Z
             */
            freesAt?: string;
        };
        /** @description Who signs in. */
        CreateSession: {
            /**
             * Format: email
             * @description The e-mail of the user. Upper and lower case are the same.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The password.
             * @example correct horse battery staple
             */
            password: string;
            /**
             * @description A code of the app, or a recovery code. For users with a second factor: without it their answer is
             *     `second_factor_required`.
             * @example 492039
             */
            code?: string;
        };
        /** @description The user of this session. */
        SignedInUser: {
            /**
             * @description Names the user.
             * @example user_01jzw7s8t2v4x6y9b1d3f5h7jk
             */
            id: string;
            /**
             * @description What people call the user.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * Format: email
             * @description What the user signs in with.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description Whether there is a password to change. Users of the identity provider have none.
             * @example true
             */
            hasPassword: boolean;
        };
        /**
         * @description | Role | May |
         *     | - | - |
         *     | `member` | Read everything but the audit trail and invitations, make keys and webhook endpoints, save prompts, move their labels and give scores within `memberScopes`, look runs up, send messages again |
         *     | `admin` | Also rotate and revoke keys, change what they may spend, give them credit, change and delete webhook endpoints, protect labels of prompts and move protected ones, credit the wallet where `creditBy` allows it, invite, change the settings |
         *     | `owner` | Also change roles, remove members and invite owners |
         * @enum {string}
         */
        Role: "member" | "admin" | "owner";
        /** @description A workspace that the user is a member of. */
        JoinedWorkspace: {
            /**
             * @description Names the workspace, in addresses too.
             * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
             */
            id: string;
            /**
             * @description What people call it.
             * @example Acme
             */
            name: string;
            role: components["schemas"]["Role"];
            /**
             * @description The time zone of its days and months, by its name in the IANA database.
             * @example Europe/Berlin
             */
            timeZone: string;
        };
        /** @description When the session ends. */
        SessionTimes: {
            /**
             * Format: date-time
             * @description When it ends unless it is used before. Every request moves this on.
             * @example 2025-07-01T21:30:00.000Z
             */
            idleUntil: string;
            /**
             * Format: date-time
             * @description When it ends in any case.
             * @example 2025-07-08T09:30:00.000Z
             */
            endsAt: string;
        };
        /** @description Who is signed in, and where that leads. The unit of money is the same in all of this API. */
        Me: {
            user: components["schemas"]["SignedInUser"];
            /** @description The workspaces that the user is a member of, by name. */
            workspaces: components["schemas"]["JoinedWorkspace"][];
            /**
             * @description ISO 4217 code of the currency of all amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
            session: components["schemas"]["SessionTimes"];
        };
        /** @description What to change. */
        UpdateMe: {
            /**
             * @description What people call the user.
             * @example Ada King
             */
            name: string;
        };
        /** @description The present password and the new one. */
        UpdatePassword: {
            /**
             * @description The password as it is.
             * @example correct horse battery staple
             */
            currentPassword: string;
            /**
             * @description The password as it is to be, not easy to guess.
             * @example four other words entirely
             */
            newPassword: string;
        };
        /** @description A browser that the user is signed in with. */
        OwnSession: {
            /**
             * @description Names the session. It is not what opens it.
             * @example ses_01k09x2c4e6g8j1m3p5r7t9w0y
             */
            id: string;
            /**
             * @description Whether it is the one that asks.
             * @example true
             */
            current: boolean;
            /**
             * Format: date-time
             * @description When it began.
             * @example 2025-07-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last used, to some minutes.
             * @example 2025-07-01T10:05:00.000Z
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description When it ends in any case.
             * @example 2025-07-08T09:30:00.000Z
             */
            endsAt: string;
            /**
             * @description What the browser calls itself. Absent if it says nothing.
             * @example Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0
             */
            userAgent?: string;
        };
        /** @description Where the user is signed in. */
        OwnSessions: {
            /** @description The living sessions. */
            data: components["schemas"]["OwnSession"][];
        };
        /** @description What was ended. */
        EndedSessions: {
            /**
             * Format: int32
             * @description How many sessions.
             * @example 2
             */
            ended: number;
        };
        /** @description What is proven beside the password. */
        SecondFactor: {
            /**
             * @description Whether a code is asked for at every sign-in with a password.
             * @example true
             */
            enabled: boolean;
            /**
             * Format: date-time
             * @description Since when. Only if there is one.
             * @example 2025-07-01T09:30:00.000Z
             */
            since?: string;
            /**
             * Format: int32
             * @description How many recovery codes are left.
             * @example 10
             */
            recoveryCodes: number;
        };
        /** @description The present password. */
        StartSecondFactor: {
            /**
             * @description The password as it is.
             * @example correct horse battery staple
             */
            currentPassword: string;
        };
        /** @description What an app makes codes of. */
        StartedSecondFactor: {
            /**
             * Format: uri
             * @description What a QR code shows to the app.
             * @example otpauth://totp/Model%20Run%20API:ada%40example.com?secret=KRUGS4ZANFZSA3TPOQQGCIDTMVRXEZLU&issuer=Model+Run+API&digits=6&period=30
             */
            uri: string;
            /**
             * @description The same for who types it, in base32.
             * @example KRUGS4ZANFZSA3TPOQQGCIDTMVRXEZLU
             */
            secret: string;
        };
        /** @description A code of the app. */
        AcceptSecondFactor: {
            /**
             * @description The six digits that the app shows.
             * @example 492039
             */
            code: string;
        };
        /** @description Each signs in once, instead of a code. */
        RecoveryCodes: {
            /** @description The codes. They are shown this once. */
            recoveryCodes: string[];
        };
        /** @description The present password, and a code. */
        RotateRecoveryCodes: {
            /**
             * @description The password as it is.
             * @example correct horse battery staple
             */
            currentPassword: string;
            /**
             * @description The six digits that the app shows, or a recovery code.
             * @example 492039
             */
            code: string;
        };
        /** @description The present password, and a code. */
        DeleteSecondFactor: {
            /**
             * @description The password as it is.
             * @example correct horse battery staple
             */
            currentPassword: string;
            /**
             * @description The six digits that the app shows, or a recovery code.
             * @example 492039
             */
            code: string;
        };
        /** @description Whose password it is. */
        CreatePasswordReset: {
            /**
             * Format: email
             * @description The e-mail of the user. Upper and lower case are the same.
             * @example ada@example.com
             */
            email: string;
        };
        /** @description The token of the link, and the new password. */
        AcceptPasswordReset: {
            /**
             * @description What stands behind `#token=` in the link.
             * @example u4Vq9sJ2mX7cR1bT5zK8wN3pF6hD0yGa2LeQvSxZ4Ii
             */
            token: string;
            /**
             * @description The password as it is to be, not easy to guess.
             * @example four other words entirely
             */
            newPassword: string;
        };
        /** @description Whose account it will be. */
        CreateSignUp: {
            /**
             * Format: email
             * @description What the user will sign in with: up to 64 letters, digits and `.` `_` `'` `+` `-`, and a domain. Upper and lower case are
             *     the same.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description What the widget of the captcha gave. Needed where there is one.
             * @example 0.zrSnRHO7h0HwSjSCU8oyzbjEtD8p
             */
            captcha?: string;
        };
        /** @description The token of a link. */
        PreviewSignUp: {
            /**
             * @description What stands behind `#token=` in the link.
             * @example u4Vq9sJ2mX7cR1bT5zK8wN3pF6hD0yGa2LeQvSxZ4Ii
             */
            token: string;
        };
        /** @description An invitation to the e-mail of the account. Anybody may have sent it. */
        SignUpInvitation: {
            /**
             * @description Names the invitation.
             * @example inv_01k09x2c4e6g8j1m3p5r7t9w0y
             */
            id: string;
            /**
             * @description The workspace to join.
             * @example Acme
             */
            workspaceName: string;
            role: components["schemas"]["Role"];
            /**
             * @description What the user who made the invitation is called. Absent if the command line made it.
             * @example Ada Lovelace
             */
            invitedBy?: string;
        };
        /** @description What the account will be made of. */
        SignUpPreview: {
            /**
             * Format: email
             * @description What the user will sign in with.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description What the identity provider calls the user. Only if it says so.
             * @example Ada Lovelace
             */
            name?: string;
            /**
             * @description Whether the user will sign in with a password. Otherwise with the identity provider that the link came from.
             * @example true
             */
            needsPassword: boolean;
            /**
             * @description Whether the user may make a workspace. Otherwise an invitation is needed.
             * @example true
             */
            makesWorkspace: boolean;
            /** @description To the e-mail, if a mail or the identity provider has proven it. None is accepted unless the user says so. */
            invitations: components["schemas"]["SignUpInvitation"][];
            /**
             * Format: uri
             * @description The terms that a new user has to agree to. Absent if there are none.
             * @example https://example.com/terms
             */
            termsUrl?: string;
            /**
             * Format: date-time
             * @description When the link stops working.
             * @example 2025-07-01T10:30:00.000Z
             */
            expiresAt: string;
        };
        /** @description The token of a link, and what to make. */
        AcceptSignUp: {
            /**
             * @description What stands behind `#token=` in the link.
             * @example u4Vq9sJ2mX7cR1bT5zK8wN3pF6hD0yGa2LeQvSxZ4Ii
             */
            token: string;
            /**
             * @description What people call the new user.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description The password of the new user, not easy to guess. Needed unless an identity provider signs in the user.
             * @example correct horse battery staple
             */
            password?: string;
            /**
             * @description What people call a new workspace, which the user owns. Needed unless an invitation is accepted. Not where `makesWorkspace`
             *     is false.
             * @example Acme
             */
            workspaceName?: string;
            /** @description The invitations to accept, of those that the preview shows. */
            invitations?: string[];
            /**
             * Format: uri
             * @description The address of the terms that the user has agreed to, as `termsUrl` names it. It is saved with the time. Needed where there
             *     are terms.
             * @example https://example.com/terms
             */
            acceptedTermsUrl?: string;
        };
        /** @description The token of a link. */
        PreviewInvitation: {
            /**
             * @description What stands behind `#token=` in the link.
             * @example u4Vq9sJ2mX7cR1bT5zK8wN3pF6hD0yGa2LeQvSxZ4Ii
             */
            token: string;
        };
        /** @description What a link invites to. */
        InvitationPreview: {
            /**
             * @description The workspace to join.
             * @example Acme
             */
            workspaceName: string;
            role: components["schemas"]["Role"];
            /**
             * Format: email
             * @description The e-mail that the invitation is for, if it names one.
             * @example grace@example.com
             */
            email?: string;
            /**
             * Format: uri
             * @description The terms that a new user has to agree to. Absent if there are none.
             * @example https://example.com/terms
             */
            termsUrl?: string;
            /**
             * Format: date-time
             * @description When the link stops working.
             * @example 2025-07-08T09:30:00.000Z
             */
            expiresAt: string;
        };
        /**
         * @description The token of a link, and who joins. Without a session `name` and `password` are needed, `email` where the
         *     invitation names none, and `acceptedTermsUrl` where there are terms; with one they are not looked at.
         */
        AcceptInvitation: {
            /**
             * @description What stands behind `#token=` in the link.
             * @example u4Vq9sJ2mX7cR1bT5zK8wN3pF6hD0yGa2LeQvSxZ4Ii
             */
            token: string;
            /**
             * @description What people call the new user.
             * @example Grace Hopper
             */
            name?: string;
            /**
             * Format: email
             * @description What the new user signs in with: up to 64 letters, digits and `.` `_` `'` `+` `-`, and a domain. Where the
             *     invitation names an e-mail, it is that one.
             * @example grace@example.com
             */
            email?: string;
            /**
             * @description The password of the new user, not easy to guess.
             * @example correct horse battery staple
             */
            password?: string;
            /**
             * Format: uri
             * @description The address of the terms that the user has agreed to, as `termsUrl` names it. It is saved with the time. Needed where there
             *     are terms.
             * @example https://example.com/terms
             */
            acceptedTermsUrl?: string;
        };
        /**
         * @description A permission that a key can have. More may be added.
         * @example models:read
         * @example models:run
         * @example tools:read
         * @example tools:run
         * @example compute:read
         * @example compute:run
         * @example observability:read
         * @example observability:run
         * @example prompts:read
         * @example prompts:run
         * @example keys:read
         * @example keys:write
         * @example customers:read
         * @example customers:write
         * @example webhooks:read
         * @example webhooks:write
         * @example billing:read
         * @example billing:write
         * @example exports:read
         * @example exports:write
         */
        Scope: "models:read" | "models:run" | "tools:read" | "tools:run" | "compute:read" | "compute:run" | "observability:read" | "observability:run" | "prompts:read" | "prompts:run" | "keys:read" | "keys:write" | "customers:read" | "customers:write" | "webhooks:read" | "webhooks:write" | "billing:read" | "billing:write" | "exports:read" | "exports:write" | Unlisted;
        /** @description The operator lets the workspace create no runs. Absent if it may create some. */
        Suspension: {
            /**
             * Format: date-time
             * @description Since when.
             * @example 2025-07-01T09:30:00.000Z
             */
            since: string;
            /**
             * @description Why, in the words of the operator.
             * @example The card was reported as stolen
             */
            reason: string;
        };
        /** @description A workspace, with the role that you have in it. */
        Workspace: {
            /**
             * @description Names the workspace.
             * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
             */
            id: string;
            /**
             * @description What people call it.
             * @example Acme
             */
            name: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2025-06-30T08:00:00.000Z
             */
            createdAt: string;
            role: components["schemas"]["Role"];
            /** @description The permissions that members can select for keys. */
            memberScopes: components["schemas"]["Scope"][];
            /**
             * @description Who credits the wallet here, as the deployment has it: `owner`, `admin` (and owners), or only the `operator` of
             *     the deployment, by the command line. Others may be added: take one that you do not know for nobody's role.
             * @example operator
             * @example owner
             * @example admin
             */
            creditBy: "operator" | "owner" | "admin" | Unlisted;
            /**
             * @description The time zone of days and months in statements, usage and files, by its name in the IANA database. Spending limits and
             *     quotas are by days and months in UTC.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * Format: int32
             * @description Days that the workspace keeps what its runs were asked and answered, by whole days of UTC. Absent if it has no
             *     bound of its own.
             * @example 90
             */
            contentRetentionDays?: number;
            /**
             * Format: int32
             * @description Days that the deployment keeps it at most, whatever the workspace says. Absent if it has no such bound.
             * @example 365
             */
            maxContentRetentionDays?: number;
            suspension?: components["schemas"]["Suspension"];
        };
        /**
         * @description A permission that can be selected.
         * @enum {string}
         */
        ScopeInput: "models:read" | "models:run" | "tools:read" | "tools:run" | "compute:read" | "compute:run" | "observability:read" | "observability:run" | "prompts:read" | "prompts:run" | "keys:read" | "keys:write" | "customers:read" | "customers:write" | "webhooks:read" | "webhooks:write" | "billing:read" | "billing:write" | "exports:read" | "exports:write";
        /** @description The settings to change; those that are left out stay. */
        UpdateWorkspace: {
            /**
             * @description What people call the workspace, without links and addresses. Changed by owners only.
             * @example Acme Research
             */
            name?: string;
            /**
             * @description The permissions that members can select for keys. With none, members make no keys. Permissions that manage the
             *     workspace are for admins.
             */
            memberScopes?: components["schemas"]["ScopeInput"][];
            /**
             * Format: int32
             * @description Days that what runs were asked and answered is kept, and the spans of programs with it; null for no bound of the
             *     workspace. Changed by owners only. What was purged does not come back.
             * @example 90
             * @example null
             */
            contentRetentionDays?: number | null;
            /**
             * @description The time zone of days and months, by its name in the IANA database. Changed by owners only. A name that the service does
             *     not know is a 400.
             * @example Europe/Berlin
             */
            timeZone?: string;
        };
        /** @description The user. */
        MemberUser: {
            /**
             * @description Names the user.
             * @example user_01jzw7s8t2v4x6y9b1d3f5h7jk
             */
            id: string;
            /**
             * @description What people call the user.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * Format: email
             * @description What the user signs in with.
             * @example ada@example.com
             */
            email: string;
        };
        /** @description Somebody who belongs to the workspace. */
        Member: {
            user: components["schemas"]["MemberUser"];
            role: components["schemas"]["Role"];
            /**
             * Format: date-time
             * @description When the user became a member.
             * @example 2025-06-30T08:05:00.000Z
             */
            joinedAt: string;
            /**
             * Format: int32
             * @description How many keys of the workspace the user made that work.
             * @example 2
             */
            activeKeys: number;
            /**
             * @description Whether the user proves more than the password at a sign-in. Told to owners only.
             * @example true
             */
            secondFactor?: boolean;
        };
        /** @description A page of members, those who joined last first. */
        MemberList: {
            /** @description The members of this page. */
            data: components["schemas"]["Member"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AZsaEdITgD5RyRKvHXBxTy00Nzc
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description What happened to the keys that the user created. */
        RemovedMember: {
            /**
             * Format: int32
             * @description How many of them go on working.
             * @example 0
             */
            activeKeys: number;
            /**
             * Format: int32
             * @description How many of them were revoked with this request.
             * @example 2
             */
            revokedKeys: number;
            /**
             * Format: int64
             * @description Credit of these keys that went back to the wallet.
             * @example 5000000000
             */
            returnedAmount: number;
            /**
             * Format: int32
             * @description Runs of these keys that had not been sent and failed.
             * @example 1
             */
            failedRuns: number;
        };
        /**
         * @description The role to give.
         * @enum {string}
         */
        RoleInput: "member" | "admin" | "owner";
        /** @description The new role. */
        UpdateMember: {
            role: components["schemas"]["RoleInput"];
        };
        /** @description Somebody who did something. */
        Person: {
            /**
             * @description Names the user.
             * @example user_01jzw7s8t2v4x6y9b1d3f5h7jk
             */
            id: string;
            /**
             * @description What people call the user.
             * @example Ada Lovelace
             */
            name: string;
        };
        /** @description An invitation that can still be accepted. */
        Invitation: {
            /**
             * @description Names the invitation.
             * @example inv_01k09x2c4e6g8j1m3p5r7t9w0y
             */
            id: string;
            role: components["schemas"]["Role"];
            /**
             * Format: email
             * @description The e-mail that it is for, if it names one.
             * @example grace@example.com
             */
            email?: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2025-07-01T09:30:00.000Z
             */
            createdAt: string;
            createdBy?: components["schemas"]["Person"];
            /**
             * Format: date-time
             * @description When its link stops working.
             * @example 2025-07-08T09:30:00.000Z
             */
            expiresAt: string;
        };
        /** @description A page of open invitations, newest first. */
        InvitationList: {
            /** @description The invitations of this page. */
            data: components["schemas"]["Invitation"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AZsaEdITgD5RyRKvHXBxTy00Nzc
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description The role that the link gives, and who it is for. */
        CreateInvitation: {
            role: components["schemas"]["RoleInput"];
            /**
             * Format: email
             * @description Only a user with this e-mail can accept. Without it, anybody who has the link can.
             * @example grace@example.com
             */
            email?: string;
        };
        /** @description A new invitation, and its link. */
        CreatedInvitation: {
            invitation: components["schemas"]["Invitation"];
            /**
             * Format: uri
             * @description The link to hand over. It is shown once, and anybody who has it can use it.
             * @example http://localhost:8080/dashboard/join#token=u4Vq9sJ2mX7cR1bT5zK8wN3pF6hD0yGa2LeQvSxZ4Ii
             */
            url: string;
            /**
             * @description Whether a mail with a link of its own is on its way to the e-mail that the invitation names. Only if the deployment sends mail,
             *     for at most 200 invitations of a workspace in a day, and 5 of them to one address.
             * @example true
             */
            mailed: boolean;
        };
        /** @description A permission as a form shows it. */
        ScopeOption: {
            name: components["schemas"]["Scope"];
            /**
             * @description What people call it.
             * @example Create runs
             */
            title: string;
            /**
             * @description What a key with it can do, in a sentence.
             * @example Create model runs
             * @example which cost money.
             */
            description: string;
        };
        /** @description A category of the developer API. */
        Category: {
            /**
             * @description What people call it.
             * @example Models
             */
            title: string;
            /**
             * @description What it is for, in a sentence.
             * @example Runs of models on conversations.
             */
            description: string;
            /** @description The permissions that can be selected. */
            scopes: components["schemas"]["ScopeOption"][];
        };
        /** @description What the model can do besides answering in text. */
        ModelCapabilities: {
            /**
             * @description Whether it calls functions.
             * @example true
             */
            tools: boolean;
            /**
             * @description Whether it gets the `reasoning_details` of earlier turns, or at least their text. If not, they are accepted and
             *     left out, and count neither as prompt nor for the hold.
             * @example true
             */
            reasoningDetails: boolean;
        };
        /**
         * @description A kind of input: `text`, or what the parts `image_url` (`image`), `file` and `input_audio` (`audio`) hold. More may
         *     be added.
         * @example text
         * @example image
         * @example file
         * @example audio
         */
        InputModality: "text" | "image" | "file" | "audio" | Unlisted;
        /**
         * @description The name of a member of `CreateModelRun`: `temperature`, `top_p`, `stop`, `seed`, `reasoning`, or `response_format`
         *     with `json_object`. `structured_outputs` stands for `response_format` with `json_schema`, and for `strict` of a
         *     tool. More may be added.
         * @example temperature
         * @example top_p
         * @example stop
         * @example seed
         * @example reasoning
         * @example response_format
         * @example structured_outputs
         */
        SupportedParameter: "temperature" | "top_p" | "stop" | "seed" | "reasoning" | "response_format" | "structured_outputs" | Unlisted;
        /**
         * @description The prices that hold once the input has more tokens than the tier says. Those left out stay as they are below it;
         *     where they are left out there too, the tier's own `prompt` or `completion` applies.
         */
        ModelPricingTier: {
            /**
             * Format: int64
             * @description The tier applies to inputs with more tokens than this.
             * @example 200000
             */
            abovePromptTokens: number;
            /**
             * @description Per token of input.
             * @example 0.0000025
             */
            prompt?: string;
            /**
             * @description Per token that is generated.
             * @example 0.000015
             */
            completion?: string;
            /**
             * @description Per run.
             * @example 0.001
             */
            request?: string;
            /**
             * @description Per token of input that comes from the provider's cache.
             * @example 0.00000025
             */
            cacheRead?: string;
            /**
             * @description Per token of input that is put into the provider's cache.
             * @example 0.000003
             */
            cacheWrite?: string;
            /**
             * @description Per token of input that is put into the provider's cache for an hour.
             * @example 0.000005
             */
            cacheWrite1h?: string;
            /**
             * @description Per token of reasoning.
             * @example 0.000018
             */
            reasoning?: string;
        };
        /**
         * @description Prices in whole units of `currency`, as decimal strings: per token, `request` per run, and `image` per
         *     image. The fee comes on top. Tokens of a component that is left out are charged like the others of their kind: those of the cache
         *     like `prompt`, those of reasoning like `completion`. Without `request` there is no price per run.
         */
        ModelPricing: {
            /**
             * @description ISO 4217 code of the currency of the prices.
             * @example USD
             */
            currency: string;
            /**
             * @description Per token of input.
             * @example 0.00000125
             */
            prompt: string;
            /**
             * @description Per token that is generated.
             * @example 0.00001
             */
            completion: string;
            /**
             * @description Per run. Where it is left out, there is no price per run.
             * @example 0.0005
             */
            request?: string;
            /**
             * @description Per image of the input, beside its tokens. Where it is left out, there is no price per image.
             * @example 0.0012
             */
            image?: string;
            /**
             * @description Per token of input that comes from the provider's cache. Where it is left out, `prompt` applies.
             * @example 0.000000125
             */
            cacheRead?: string;
            /**
             * @description Per token of input that is put into the provider's cache. Where it is left out, `prompt` applies.
             * @example 0.0000015
             */
            cacheWrite?: string;
            /**
             * @description Per token of input that is put into the provider's cache for an hour. Where it is left out, `cacheWrite` applies.
             * @example 0.0000025
             */
            cacheWrite1h?: string;
            /**
             * @description Per token of reasoning. Where it is left out, `completion` applies.
             * @example 0.000012
             */
            reasoning?: string;
            /** @description Prices that replace the above for long inputs. */
            tiers?: components["schemas"]["ModelPricingTier"][];
        };
        /** @description A model that runs can name. */
        Model: {
            /**
             * @description The exact identifier to give as `model`.
             * @example sandbox/tool-caller
             */
            id: string;
            /**
             * @description What people call it. Not accepted as `model`.
             * @example Tool Caller
             */
            name: string;
            /**
             * Format: int64
             * @description The most tokens of input and output together, if it is known.
             * @example 400000
             */
            contextLength?: number;
            /**
             * Format: int32
             * @description The model's own maximum of `maxOutputTokens`, if it has one below the deployment's.
             * @example 16000
             */
            maxOutputTokens?: number;
            capabilities: components["schemas"]["ModelCapabilities"];
            /**
             * @description What a user message may hold for this model. A part of another kind is refused with `unsupported_input`.
             * @example [
             *       "text",
             *       "image"
             *     ]
             */
            inputModalities: components["schemas"]["InputModality"][];
            /**
             * @description What a request may ask of this model beyond its messages and tools. A member of a request that is not named
             *     here is refused with `unsupported_parameter`.
             * @example [
             *       "temperature",
             *       "top_p",
             *       "stop",
             *       "seed",
             *       "response_format",
             *       "structured_outputs"
             *     ]
             */
            supportedParameters: components["schemas"]["SupportedParameter"][];
            pricing: components["schemas"]["ModelPricing"];
            /**
             * @description The prices of those who may answer instead, in order, if the one before was not sent a run. A run is held for at
             *     the dearest, and charged at the prices of who answered. Absent if there is nobody else.
             */
            fallbackPricing?: components["schemas"]["ModelPricing"][];
            /**
             * Format: int32
             * @description The fee of runs of this model, in hundredths of a percent of the cost, if it is not the `feeBasisPoints` of the
             *     limits of the account.
             * @example 1000
             */
            feeBasisPoints?: number;
            /**
             * @description Names the price list that these prices are from.
             * @example c07d3a96be18
             */
            priceVersion: string;
        };
        /** @description How it is with a model whose provider does not answer. */
        ModelHealth: {
            /**
             * @description The identifier of the model.
             * @example sandbox/tool-caller
             */
            model: string;
            /**
             * @description `waiting`: its runs wait until the provider is back, or until their deadline. `fallback`: they go to another one.
             *     More may be added.
             * @example waiting
             * @example fallback
             */
            state: "waiting" | "fallback" | Unlisted;
            /**
             * Format: date-time
             * @description Since when.
             * @example 2026-01-15T09:30:00.000Z
             */
            since: string;
        };
        /** @description What this deployment allows and charges. */
        ModelRunLimits: {
            /**
             * Format: int64
             * @description The most Unicode code points that all strings of `messages` and `tools` that are sent to the model
             *     may have together.
             * @example 1000000
             */
            maxPromptChars: number;
            /**
             * Format: int32
             * @description The highest `maxOutputTokens` of a run. A model may have a lower one.
             * @example 32000
             */
            maxOutputTokens: number;
            /**
             * Format: int32
             * @description The fee, in hundredths of a percent of the cost. A model may have its own.
             * @example 500
             */
            feeBasisPoints: number;
        };
        /** @description What the deployment offers. */
        Catalog: {
            /** @description The categories of the developer API that have operations, in the order in which a form shows them. */
            categories: components["schemas"]["Category"][];
            /** @description All models that runs can name, by identifier. */
            models: components["schemas"]["Model"][];
            /** @description Those of the models that the provider they are sold of takes no runs of now. All others are fine. */
            modelHealth: components["schemas"]["ModelHealth"][];
            limits: components["schemas"]["ModelRunLimits"];
            /**
             * Format: uri
             * @description The address that the paths of the developer API are appended to.
             * @example http://localhost:8080
             */
            developerBaseUrl: string;
            /**
             * Format: uri
             * @description The documentation of the developer API.
             * @example http://localhost:8080/docs
             */
            docsUrl: string;
        };
        /** @description Something that somebody did, or that an operator has to know of. */
        AuditEvent: {
            /**
             * @description Names the event.
             * @example 481
             */
            id: string;
            /**
             * @description What happened, as a code. More may be added.
             * @example key_created
             * @example key_changed
             * @example key_rotated
             * @example key_revoked
             * @example wallet_credited
             * @example credit_taken_back
             * @example credit_granted
             * @example grant_revoked
             * @example grant_expired
             * @example auto_recharge_set
             * @example auto_recharge_removed
             * @example auto_recharge_turned_off
             * @example card_saved
             * @example settings_changed
             * @example quota_changed
             * @example workspace_suspended
             * @example workspace_resumed
             * @example alert_settings_changed
             * @example invitation_created
             * @example invitation_deleted
             * @example workspace_created
             * @example terms_accepted
             * @example member_joined
             * @example member_role_changed
             * @example member_removed
             * @example webhook_endpoint_created
             * @example webhook_endpoint_changed
             * @example webhook_endpoint_disabled
             * @example webhook_endpoint_deleted
             * @example webhook_secret_rotated
             * @example webhook_message_resent
             * @example destination_created
             * @example destination_changed
             * @example destination_disabled
             * @example destination_deleted
             * @example prompt_version_saved
             * @example prompt_label_moved
             * @example prompt_label_protected
             * @example prompt_label_unprotected
             * @example score_saved
             * @example score_deleted
             * @example customer_created
             * @example customer_changed
             * @example customer_defaults_changed
             * @example customer_granted
             * @example customer_grant_revoked
             * @example customer_grant_expired
             * @example end_user_erased
             * @example saved_export_created
             * @example saved_export_deleted
             * @example sign_in_failed
             * @example user_signed_in
             * @example user_signed_out
             * @example password_changed
             * @example password_reset
             * @example user_renamed
             * @example sessions_ended
             * @example second_factor_enabled
             * @example second_factor_disabled
             * @example recovery_code_used
             * @example recovery_codes_replaced
             * @example outcome_given_up
             * @example answer_lost
             * @example completed_uncharged
             */
            kind: "key_created" | "key_changed" | "key_rotated" | "key_revoked" | "wallet_credited" | "credit_taken_back" | "credit_granted" | "grant_revoked" | "grant_expired" | "auto_recharge_set" | "auto_recharge_removed" | "auto_recharge_turned_off" | "card_saved" | "settings_changed" | "quota_changed" | "workspace_suspended" | "workspace_resumed" | "alert_settings_changed" | "invitation_created" | "invitation_deleted" | "workspace_created" | "terms_accepted" | "member_joined" | "member_role_changed" | "member_removed" | "webhook_endpoint_created" | "webhook_endpoint_changed" | "webhook_endpoint_disabled" | "webhook_endpoint_deleted" | "webhook_secret_rotated" | "webhook_message_resent" | "destination_created" | "destination_changed" | "destination_disabled" | "destination_deleted" | "prompt_version_saved" | "prompt_label_moved" | "prompt_label_protected" | "prompt_label_unprotected" | "score_saved" | "score_deleted" | "customer_created" | "customer_changed" | "customer_defaults_changed" | "customer_granted" | "customer_grant_revoked" | "customer_grant_expired" | "end_user_erased" | "saved_export_created" | "saved_export_deleted" | "sign_in_failed" | "user_signed_in" | "user_signed_out" | "password_changed" | "password_reset" | "user_renamed" | "sessions_ended" | "second_factor_enabled" | "second_factor_disabled" | "recovery_code_used" | "recovery_codes_replaced" | "outcome_given_up" | "answer_lost" | "completed_uncharged" | Unlisted;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2025-07-01T09:30:00.000Z
             */
            at: string;
            actor?: components["schemas"]["Person"];
            /**
             * @description The present name of what it was about, if that is a key, a person other than the actor, a webhook endpoint, or a destination. Absent once that is deleted.
             * @example Checkout
             */
            subject?: string;
            /**
             * @description What it was about. Its members depend on `kind`.
             * @example {
             *       "keyId": "key_01jzw8y2m4e6rb5s7t9v1x3c0d",
             *       "scopes": [
             *         "models:read",
             *         "models:run"
             *       ]
             *     }
             */
            detail: {
                [key: string]: unknown;
            };
        };
        /** @description A page of events, newest first. */
        AuditEventList: {
            /** @description The events of this page. One without an actor came from the command line or from the service itself. */
            data: components["schemas"]["AuditEvent"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AZsaEdITgD5RyRKvHXBxTy00Nzc
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description Events as CSV, encoded in UTF-8, which a byte order mark says to spreadsheets. */
        AuditFile: string;
        /**
         * @description What the key may spend in a period of the calendar, in UTC. A run counts in the period in which it was created. A key
         *     that was rotated and the key in its place share their limits and what is used of them. A key that has limits and the keys
         *     that it has created count together.
         */
        KeySpendingLimit: {
            /**
             * @description The period that the limit is for. More may be added.
             * @example day
             * @example month
             */
            period: "day" | "month" | Unlisted;
            /**
             * Format: int64
             * @description The most that the runs of a period may cost and hold.
             * @example 5000000000
             */
            limitAmount: number;
            /**
             * Format: int64
             * @description What the runs of this period were charged.
             * @example 0
             */
            spentAmount: number;
            /**
             * Format: int64
             * @description What pending runs of this period hold.
             * @example 4384800
             */
            heldAmount: number;
            /**
             * Format: int64
             * @description What is left of the limit.
             * @example 4995615200
             */
            availableAmount: number;
            /**
             * Format: date-time
             * @description When the period ends, and the next one begins with the whole limit.
             * @example 2025-07-02T00:00:00.000Z
             */
            resetsAt: string;
        };
        /** @description A key of the workspace, without its secret. */
        ApiKey: {
            /**
             * @description Names the key.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            id: string;
            /**
             * @description What people call the key.
             * @example Invoice summaries
             * @example production
             */
            name: string;
            /**
             * @description How the secret begins.
             * @example mrk_4fK9
             */
            prefix: string;
            /**
             * @description How the secret ends.
             * @example x7Qd
             */
            last4: string;
            /** @description The permissions of the key. */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description Whether the key works, and if not, why.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2025-06-30T09:00:00.000Z
             */
            createdAt: string;
            createdBy?: components["schemas"]["Person"];
            /**
             * @description The key that created it, or the one in its place after a rotation: this key is within its rights and ends with it. Only
             *     where a key created it.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            createdByKeyId?: string;
            /**
             * Format: date-time
             * @description When it stops working, or stopped. Absent if it does not expire.
             * @example 2099-12-31T00:00:00.000Z
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was revoked, if it was.
             * @example 2025-07-02T14:12:00.000Z
             */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute. Absent before the first time.
             * @example 2025-07-01T09:30:00.000Z
             */
            lastUsedAt?: string;
            /**
             * @description The key that replaced it, if it was rotated.
             * @example key_01k0c4e6g8j1m3p5r7t9w0y2z4
             */
            rotatedTo?: string;
            /**
             * @description The key that it replaced, if a rotation made it.
             * @example key_01jzw8w1y3a5c7e9g2j4m6p8r0
             */
            rotatedFrom?: string;
            /**
             * @description What pays for its runs first: the wallet, or credit that is set aside for this key. A key that was rotated and the
             *     key in its place spend the same credit.
             * @enum {string}
             */
            paysFrom: "wallet" | "key_credit";
            /**
             * Format: int64
             * @description What is left of the credit that only this key spends. Absent if it spends the wallet, and if it was rotated:
             *     the key in its place has the same credit.
             * @example 1878200000
             */
            creditAmount?: number;
            /**
             * @description Whether the wallet pays where the key's own credit does not cover a run.
             * @example false
             */
            walletFallback: boolean;
            /**
             * Format: int64
             * @description What the runs of this key were charged, to any account. It may be ten seconds old.
             * @example 121800
             */
            spentAmount: number;
            /**
             * Format: int64
             * @description The same together with the keys whose place it took, one after the other: what the program that uses it was
             *     charged, however often its key was rotated. It may be ten seconds old. After a rotation it is 0 if it could not be
             *     added up in time.
             * @example 121800
             */
            spentWithPredecessorsAmount: number;
            /**
             * Format: int64
             * @description What is held for the pending runs of this key. It may be ten seconds old.
             * @example 4384800
             */
            heldAmount: number;
            /** @description Its spending limits, with what is used of them at this moment; empty if it has none. */
            spendingLimits: components["schemas"]["KeySpendingLimit"][];
            /**
             * @description The models that it may name: exact identifiers, and prefixes that end in `/*`. Absent if it may name every
             *     model, or every one that the key that created it may name, which always applies as well.
             * @example [
             *       "sandbox/echo",
             *       "openai/*"
             *     ]
             */
            models?: string[];
            /**
             * @description What the service made it for: `playground`, for a person who runs something from the pages of the dashboard. Nobody
             *     has the secret of such a key. Absent if somebody made it. More may be added.
             * @example playground
             */
            purpose?: "playground" | Unlisted;
        };
        /** @description A page of keys, newest first. */
        ApiKeyList: {
            /** @description The keys of this page. */
            data: components["schemas"]["ApiKey"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AZsaEdITgD5RyRKvHXBxTy00Nzc
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description The key to make. */
        CreateApiKey: {
            /**
             * @description What people call the key. It is text, whatever it looks like, kept without blanks around it. Blanks alone are no
             *     name, and a character that changes the direction of text is refused.
             * @example Invoice summaries
             * @example production
             */
            name: string;
            /**
             * @description The permissions of the key. One does not include another. A key can give the permissions that it has itself,
             *     except for `keys:write` and `billing:write`.
             */
            scopes: components["schemas"]["ScopeInput"][];
            /**
             * Format: date-time
             * @description When the key stops working, a moment to come. Without it, the key does not expire, or expires with the key that
             *     creates it.
             * @example 2099-12-31T00:00:00.000Z
             */
            expiresAt?: string;
            /**
             * Format: int64
             * @description Credit that only this key spends, taken out of the wallet. Without it, the key spends the wallet, or what the key that
             *     creates it spends.
             * @example 2000000000
             */
            creditAmount?: number;
            /**
             * @description Whether the wallet pays where the key's own credit does not cover a run. Only with `creditAmount`.
             * @example false
             */
            walletFallback?: boolean;
            /**
             * Format: int64
             * @description The most that runs of one day, in UTC, may cost and hold. Without it, a day has no limit but that of the key that
             *     creates it.
             * @example 5000000000
             */
            dayLimitAmount?: number;
            /**
             * Format: int64
             * @description The same of a month of the calendar, in UTC.
             * @example 50000000000
             */
            monthLimitAmount?: number;
            /**
             * @description The models that the key may name: exact identifiers, and prefixes that end in `/*`. Without it, the key may name
             *     every model.
             * @example [
             *       "sandbox/echo",
             *       "openai/*"
             *     ]
             */
            models?: string[];
        };
        /** @description A new key and its secret. */
        CreatedApiKey: {
            key: components["schemas"]["ApiKey"];
            /**
             * @description The key itself. It is shown once and kept nowhere.
             * @example mrk_4fK9ThisIsAnExampleAndOpensNothingx7Qd
             */
            secret: string;
        };
        /** @description What to change; members that are left out stay as they are. */
        UpdateApiKey: {
            /**
             * @description What people call the key. It is text, whatever it looks like, kept without blanks around it. Blanks alone are no
             *     name, and a character that changes the direction of text is refused.
             * @example Invoice summaries
             * @example production
             */
            name?: string;
            /**
             * Format: date-time
             * @description When the key stops working, a moment to come; null for a key that does not expire.
             * @example 2099-12-31T00:00:00.000Z
             * @example null
             */
            expiresAt?: string | null;
            /**
             * Format: int64
             * @description What is to be left of the credit that only this key spends, beside what is held for its runs. The difference comes out
             *     of the wallet or goes back to it. A key that has spent the wallet spends its own credit from then on.
             * @example 2000000000
             */
            creditAmount?: number;
            /**
             * @description Whether the wallet pays where the key's own credit does not cover a run. Only a key with such credit can.
             * @example true
             */
            walletFallback?: boolean;
            /**
             * Format: int64
             * @description The most that runs of one day, in UTC, may cost and hold; null for no limit of a day.
             * @example 5000000000
             * @example null
             */
            dayLimitAmount?: number | null;
            /**
             * Format: int64
             * @description The same of a month of the calendar, in UTC; null for no limit of a month.
             * @example 50000000000
             * @example null
             */
            monthLimitAmount?: number | null;
            /**
             * @description The models that the key may name: exact identifiers, and prefixes that end in `/*`; null for every model.
             * @example [
             *       "sandbox/echo",
             *       "openai/*"
             *     ]
             * @example null
             */
            models?: string[] | null;
        };
        /** @description How long the old key keeps working. */
        RotateApiKey: {
            /**
             * Format: int32
             * @description From 0, which ends the old key at once, to 90 days.
             * @example 86400
             */
            overlapSeconds: number;
        };
        /** @description The new key and its secret, and how long the old one works beside it. */
        RotatedApiKey: {
            key: components["schemas"]["ApiKey"];
            /**
             * @description The key itself. It is shown once and kept nowhere.
             * @example mrk_4fK9ThisIsAnExampleAndOpensNothingx7Qd
             */
            secret: string;
            /**
             * Format: date-time
             * @description When the old key stops working.
             * @example 2025-07-02T09:30:00.000Z
             */
            oldWorksUntil: string;
        };
        /**
         * @description The revoked key, and what that did. What its runs were charged and hold is shown as before it, and as 0 if it
         *     could not be added up in time.
         */
        RevokedApiKey: {
            key: components["schemas"]["ApiKey"];
            /**
             * Format: int64
             * @description What went back to the wallet at once, also of keys that it created. More follows as runs under way end.
             * @example 1878200000
             */
            returnedAmount: number;
            /**
             * Format: int32
             * @description The runs that had not been sent yet and have failed.
             * @example 2
             */
            failedRuns: number;
        };
        /**
         * @description The labels of the customer. Absent if it has none.
         * @example {
         *       "plan": "starter"
         *     }
         */
        CustomerMetadata: {
            [key: string]: string;
        };
        /** @description The most that the runs of a customer may cost in a period, and how much of it is used. */
        CustomerBudget: {
            /**
             * @description A `day` or a `month` of the calendar in UTC, or all time together. More may be added.
             * @example day
             * @example month
             * @example total
             */
            period: "day" | "month" | "total" | Unlisted;
            /**
             * Format: int64
             * @description The most that the runs of the period may cost together.
             * @example 5000000000
             */
            limitAmount: number;
            /**
             * Format: int64
             * @description What the runs of the period were charged.
             * @example 1250000000
             */
            spentAmount: number;
            /**
             * Format: int64
             * @description What the pending runs of the period hold.
             * @example 4384800
             */
            heldAmount: number;
            /**
             * Format: int64
             * @description What is left. The hold of a run has to fit into it.
             * @example 3745615200
             */
            availableAmount: number;
            /**
             * Format: date-time
             * @description When the period ends, and the budget starts over. Absent if it never does.
             * @example 2025-08-01T00:00:00.000Z
             */
            resetsAt?: string;
        };
        /** @description A customer with what its runs were charged in a month, with its budgets and what is left of its balance. */
        SpendingCustomer: {
            /**
             * @description The end user, as runs name it in `attribution.endUserId`.
             * @example customer-204
             */
            endUserId: string;
            /**
             * @description `active`, or `blocked`: a blocked customer creates no runs. An `erasing` one creates none either, and is gone once its runs
             *     have ended and its erasure is repeated. More may be added.
             * @example active
             * @example blocked
             * @example erasing
             */
            state: "active" | "blocked" | "erasing" | Unlisted;
            /**
             * Format: date-time
             * @description When the customer was made, or when its first run was created, in UTC with milliseconds.
             * @example 2025-07-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description What people call it. Absent if nobody said.
             * @example Ada's bakery
             */
            name?: string;
            metadata?: components["schemas"]["CustomerMetadata"];
            /**
             * @description Whether the customer has budgets of its own, or an empty list of them. Otherwise the defaults of the workspace apply.
             * @example true
             */
            hasOwnBudgets: boolean;
            /**
             * @description Whether the customer has a prepaid balance, which also bounds what its runs cost.
             * @example false
             */
            hasBalance: boolean;
            /**
             * Format: int64
             * @description Its runs that were charged in the month.
             * @example 902
             */
            runs: number;
            /**
             * Format: int64
             * @description What they were charged.
             * @example 1243614750
             */
            chargedAmount: number;
            /** @description The budgets that apply, each with what is left of it; empty if there are none. */
            budgets: components["schemas"]["CustomerBudget"][];
            /**
             * Format: int64
             * @description What is left of its prepaid balance. Absent if it has none.
             * @example 6745615200
             */
            balanceAvailableAmount?: number;
        };
        /** @description The sums of the month over all customers that match, and over the workspace. */
        CustomerTotal: {
            /**
             * Format: int64
             * @description How many customers match.
             * @example 2
             */
            customers: number;
            /**
             * Format: int64
             * @description Their runs that were charged.
             * @example 902
             */
            runs: number;
            /**
             * Format: int64
             * @description What they were charged.
             * @example 1243615000
             */
            chargedAmount: number;
            /**
             * Format: int64
             * @description All runs of the workspace that were charged, also those of no customer.
             * @example 912
             */
            allRuns: number;
            /**
             * Format: int64
             * @description What they were charged. It is the sum of `providerAmount` and `feeAmount` of the statement in the dashboard.
             * @example 1243615200
             */
            allChargedAmount: number;
        };
        /** @description A page of customers, with sums over all pages. */
        SpendingCustomerList: {
            /**
             * @description The month.
             * @example 2025-07
             */
            month: string;
            /**
             * @description The time zone of the month, by its name in the IANA database.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * Format: date-time
             * @description When the month begins in the time zone.
             * @example 2025-06-30T22:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description When it ends, and the next one begins.
             * @example 2025-07-31T22:00:00.000Z
             */
            to: string;
            /** @description The customers of this page. */
            data: components["schemas"]["SpendingCustomer"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example Ac7NF5ojWo8VlZd4GgutMEVzYW5kYm94L2VjaG8
             * @example null
             */
            nextCursor: string | null;
            total: components["schemas"]["CustomerTotal"];
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
        };
        /**
         * @description Labels of your own, which replace those that there are. Null and no member are the same as no labels.
         * @example {
         *       "plan": "starter"
         *     }
         */
        CustomerMetadataInput: {
            [key: string]: string;
        } | null;
        /**
         * @description The most that the runs of the customer may cost, an integer with `scale` digits after its decimal point. Without
         *     a member, or with null, there is no such budget; an object without members means that the customer has no budgets.
         *     Null in place of the object means that it has none of its own: the defaults of the workspace apply.
         */
        CustomerBudgetsInput: {
            /**
             * Format: int64
             * @description In a day of the calendar, in UTC.
             * @example 1000000000
             */
            dayAmount?: number | null;
            /**
             * Format: int64
             * @description In a month of the calendar, in UTC.
             * @example 5000000000
             */
            monthAmount?: number | null;
            /**
             * Format: int64
             * @description In all.
             * @example 50000000000
             */
            totalAmount?: number | null;
        } | null;
        /** @description The customer to make. */
        CreateCustomer: {
            /**
             * @description The end user, as its runs will name it in `attribution.endUserId`. It cannot be changed.
             * @example customer-204
             */
            endUserId: string;
            /**
             * @description What people call it.
             * @example Ada's bakery
             */
            name?: string | null;
            metadata?: components["schemas"]["CustomerMetadataInput"];
            /**
             * @description Whether the customer may create runs; `active` if absent.
             * @example active
             * @enum {string|null}
             */
            state?: "active" | "blocked" | null;
            budgets?: components["schemas"]["CustomerBudgetsInput"];
            /**
             * @description With true, the customer is prepaid, and none of its runs fits until something is granted; false if absent.
             * @example true
             */
            hasBalance?: boolean | null;
        };
        /**
         * @description The prepaid balance of a customer, null if it has none. `grantedAmount` is the sum of the other four. `period` is `balance` in the
         *     problem and the message that say that it refused a run.
         */
        CustomerBalance: {
            /**
             * Format: int64
             * @description The sum of the grants since the balance began.
             * @example 10000000000
             */
            grantedAmount: number;
            /**
             * Format: int64
             * @description What of it was charged for runs.
             * @example 1250000000
             */
            spentAmount: number;
            /**
             * Format: int64
             * @description What of it pending runs hold.
             * @example 4384800
             */
            heldAmount: number;
            /**
             * Format: int64
             * @description What is left. The hold of a run has to fit into it.
             * @example 6745615200
             */
            availableAmount: number;
            /**
             * Format: int64
             * @description What was left of grants that expired or were revoked.
             * @example 2000000000
             */
            expiredAmount: number;
        } | null;
        /** @description An end user of the workspace, with what it spends and may spend. */
        Customer: {
            /**
             * @description The end user, as runs name it in `attribution.endUserId`.
             * @example customer-204
             */
            endUserId: string;
            /**
             * @description `active`, or `blocked`: a blocked customer creates no runs. An `erasing` one creates none either, and is gone once its runs
             *     have ended and its erasure is repeated. More may be added.
             * @example active
             * @example blocked
             * @example erasing
             */
            state: "active" | "blocked" | "erasing" | Unlisted;
            /**
             * Format: date-time
             * @description When the customer was made, or when its first run was created, in UTC with milliseconds.
             * @example 2025-07-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description What people call it. Absent if nobody said.
             * @example Ada's bakery
             */
            name?: string;
            metadata?: components["schemas"]["CustomerMetadata"];
            /**
             * @description Whether the customer has budgets of its own, or an empty list of them. Otherwise the defaults of the workspace apply.
             * @example true
             */
            hasOwnBudgets: boolean;
            /**
             * @description Whether the customer has a prepaid balance, which also bounds what its runs cost.
             * @example false
             */
            hasBalance: boolean;
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
            /**
             * Format: int64
             * @description What its runs of this month, in UTC, were charged. A run belongs to the month of its creation.
             * @example 1250000000
             */
            monthSpentAmount: number;
            /** @description The budgets that apply, each with what is left of it; empty if there are none. */
            budgets: components["schemas"]["CustomerBudget"][];
            balance: components["schemas"]["CustomerBalance"];
        };
        /** @description Customers as CSV, encoded in UTF-8, which a byte order mark says to spreadsheets. */
        CustomerFile: string;
        /** @description What an erasure has erased. */
        ErasedCustomer: {
            /**
             * Format: int32
             * @description Runs whose content and attribution this request erased.
             * @example 12
             */
            erasedRuns: number;
            /**
             * Format: int32
             * @description Spans that this request erased.
             * @example 30
             */
            erasedSpans: number;
            /**
             * Format: int32
             * @description Runs that are not erased, because they have not ended. Above 0, the customer is still there.
             * @example 0
             */
            openRuns: number;
        };
        /** @description What changes. A member that is absent stays as it is, and null removes it. */
        UpdateCustomer: {
            /**
             * @description What people call it; null for no name.
             * @example Ada's bakery
             */
            name?: string | null;
            metadata?: components["schemas"]["CustomerMetadataInput"];
            /**
             * @description Blocked, the customer creates no runs from the answer on.
             * @example blocked
             * @enum {string}
             */
            state?: "active" | "blocked";
            budgets?: components["schemas"]["CustomerBudgetsInput"];
            /**
             * @description Whether the customer is prepaid. True begins a balance of nothing, unless it has one; false ends it.
             * @example false
             */
            hasBalance?: boolean;
        };
        /** @description A part of the wallet that the workspace has granted to a customer, to spend on its runs. */
        CustomerGrant: {
            /**
             * @description Names the grant.
             * @example cgr_01k0b6m2s4fq8v3x7c9d1h5j0n
             */
            id: string;
            /**
             * @description What it was given for, such as the name of the package. Absent if nobody said.
             * @example Starter package
             */
            note?: string;
            /**
             * Format: int64
             * @description How much was granted.
             * @example 5000000000
             */
            amount: number;
            /**
             * Format: int64
             * @description What of it is neither spent nor taken.
             * @example 3750000000
             */
            leftAmount: number;
            /**
             * Format: int64
             * @description What was left of it when it had expired or was revoked, and was taken. Absent if it is nothing.
             * @example 2000000000
             */
            expiredAmount?: number;
            /**
             * Format: date-time
             * @description When it was given.
             * @example 2025-07-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires, or was revoked; absent if it never does. In the past, the rest is held for runs, or is about to be taken.
             * @example 2025-08-01T00:00:00.000Z
             */
            expiresAt?: string;
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
        };
        /** @description A page of grants, newest first. */
        CustomerGrantList: {
            /** @description The grants of this page. */
            data: components["schemas"]["CustomerGrant"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example ARMU-XLIDtJzgmamsiNYpS85MDQwNg
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description What to grant. */
        CreateCustomerGrant: {
            /**
             * Format: int64
             * @description How much, an integer with `scale` digits after its decimal point.
             * @example 5000000000
             */
            amount: number;
            /**
             * Format: date-time
             * @description When what is left of it ends, which is in the future; it never does if absent.
             * @example 2099-12-31T00:00:00.000Z
             */
            expiresAt?: string | null;
            /**
             * @description What it is for, such as the name of the package.
             * @example Starter package
             */
            note?: string | null;
        };
        /** @description What the runs of one kind were charged. */
        CustomerMonthOfKind: {
            /**
             * @description The kind of the runs. More may be added.
             * @example model_run
             * @example tool_run
             * @example compute_job
             */
            kind: "model_run" | "tool_run" | "compute_job" | Unlisted;
            /**
             * Format: int64
             * @description Its runs that were charged in the month.
             * @example 902
             */
            runs: number;
            /**
             * Format: int64
             * @description What they were charged.
             * @example 1243614750
             */
            chargedAmount: number;
        };
        /** @description What its runs were charged in a month, when they ended. */
        CustomerMonth: {
            /**
             * @description The month.
             * @example 2025-07
             */
            month: string;
            /**
             * Format: date-time
             * @description When the month begins in the time zone.
             * @example 2025-06-30T22:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description When it ends, and the next one begins.
             * @example 2025-07-31T22:00:00.000Z
             */
            to: string;
            /**
             * Format: int64
             * @description Its runs that were charged in the month.
             * @example 902
             */
            runs: number;
            /**
             * Format: int64
             * @description What they were charged.
             * @example 1243614750
             */
            chargedAmount: number;
            /** @description The same by kind; only kinds that were charged. */
            kinds: components["schemas"]["CustomerMonthOfKind"][];
        };
        /** @description What the runs of a customer were charged in the last months. */
        CustomerMonths: {
            /**
             * @description The time zone of the months, by its name in the IANA database.
             * @example Europe/Berlin
             */
            timeZone: string;
            /** @description The months, oldest first. */
            months: components["schemas"]["CustomerMonth"][];
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
        };
        /** @description The most that the runs of each of these customers may cost. Without a member, there is no such budget. */
        DefaultBudgets: {
            /**
             * Format: int64
             * @description In a day of the calendar, in UTC.
             * @example 1000000000
             */
            dayAmount?: number;
            /**
             * Format: int64
             * @description In a month of the calendar, in UTC.
             * @example 5000000000
             */
            monthAmount?: number;
            /**
             * Format: int64
             * @description In all.
             * @example 50000000000
             */
            totalAmount?: number;
        };
        /** @description What holds for customers without budgets of their own. */
        CustomerSettings: {
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
            defaultBudgets: components["schemas"]["DefaultBudgets"];
        };
        /**
         * @description The most that the runs of each customer without budgets of its own may cost. A member that is absent or null is no such
         *     budget; null and an object without members mean that there are no default budgets.
         */
        DefaultBudgetsInput: {
            /**
             * Format: int64
             * @description In a day of the calendar, in UTC.
             * @example 1000000000
             */
            dayAmount?: number | null;
            /**
             * Format: int64
             * @description In a month of the calendar, in UTC.
             * @example 5000000000
             */
            monthAmount?: number | null;
            /**
             * Format: int64
             * @description In all.
             * @example 50000000000
             */
            totalAmount?: number | null;
        } | null;
        /** @description What changes. A member that is absent stays as it is. */
        UpdateCustomerSettings: {
            defaultBudgets?: components["schemas"]["DefaultBudgetsInput"];
        };
        /**
         * @description Credit that the operator gave until it expires. What is charged to the wallet or to the credit of keys is spent from grants first,
         *     and from the one that expires first before the others. What is left is taken soon after the expiry. What runs hold then
         *     is still theirs: only what they release is taken.
         */
        Grant: {
            /**
             * @description Names the grant.
             * @example grt_01k0b6m2s4fq8v3x7c9d1h5j0n
             */
            id: string;
            /**
             * @description Why it was given. More may be added.
             * @example welcome
             * @example goodwill
             * @example promotion
             */
            reason: "welcome" | "goodwill" | "promotion" | Unlisted;
            /**
             * Format: int64
             * @description How much was given.
             * @example 5000000000
             */
            amount: number;
            /**
             * Format: int64
             * @description What of it is neither spent nor taken.
             * @example 3250000000
             */
            leftAmount: number;
            /**
             * Format: int64
             * @description What was left of it when it had expired or was revoked, and was taken. Absent if it is nothing.
             * @example 1250000000
             */
            expiredAmount?: number;
            /**
             * Format: date-time
             * @description When it was given.
             * @example 2025-07-02T00:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires, or was revoked. In the past, the rest is held for runs, or is about to be taken.
             * @example 2025-09-30T00:00:00.000Z
             */
            expiresAt: string;
        };
        /** @description Which amounts can be paid by card. Absent if the deployment takes no payments. */
        PaymentBounds: {
            /**
             * Format: int64
             * @description The least amount of one payment.
             * @example 5000000000
             */
            leastAmount: number;
            /**
             * Format: int64
             * @description The largest amount of one payment.
             * @example 2000000000000
             */
            mostAmount: number;
            /**
             * Format: int64
             * @description Each amount is a multiple of it.
             * @example 10000000
             */
            stepAmount: number;
            /**
             * @description Whether taxes are paid on top of the amount. The page to pay on shows how much. Absent if not.
             * @example true
             */
            isTaxed?: boolean;
        };
        /** @description The money of the workspace. */
        Wallet: {
            /**
             * Format: int64
             * @description What new runs and new keys can take.
             * @example 18750000000
             */
            availableAmount: number;
            /**
             * Format: int64
             * @description What is held for pending runs, whether the wallet pays or the credit of a key.
             * @example 4384800
             */
            heldAmount: number;
            /**
             * Format: int64
             * @description What the runs of the workspace and its stored bytes were charged, fees included, whether the wallet paid or the credit of a key. All
             *     that was ever credited, and not taken back and not expired, is the sum of the available, held and spent amount and the credit of keys.
             * @example 1243615200
             */
            spentAmount: number;
            /**
             * Format: int64
             * @description What keys with credit of their own have left together. It is not part of the available amount.
             * @example 1878200000
             */
            keyCreditAmount: number;
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
            /**
             * Format: int64
             * @description The wallet is low once it has less than this available. Absent if nobody wants to be warned.
             * @example 5000000000
             */
            lowBalanceAmount?: number;
            /**
             * @description Whether it has less than that.
             * @example false
             */
            isLow: boolean;
            /**
             * Format: int64
             * @description What payments that were refunded or contested have left unpaid. Whatever becomes available in the wallet pays it first, but
             *     for the credit of grants. Absent if it is nothing.
             * @example 1200000000
             */
            debtAmount?: number;
            /**
             * @description Whether no run is created until that is paid, whatever would pay for it. Absent if not, and without a debt.
             * @example true
             */
            debtStopsRuns?: boolean;
            /**
             * @description Credit that the operator gave and that has something left, in the order in which it is spent: before credit that was paid
             *     for. It is part of the other amounts.
             */
            grants: components["schemas"]["Grant"][];
            payments?: components["schemas"]["PaymentBounds"];
        };
        /** @description A movement of money. Entries are never changed. */
        Entry: {
            /**
             * @description Names the entry.
             * @example 90412
             */
            id: string;
            /**
             * @description | Kind | Meaning |
             *     | - | - |
             *     | `top_up` | The wallet was credited |
             *     | `payment` | The wallet was credited with a payment by card |
             *     | `refund` | The wallet gave back a payment that was refunded or contested |
             *     | `refund_reversed` | The wallet was credited again, because the bank decided against the payer |
             *     | `grant` | The operator gave credit that expires |
             *     | `grant_expired` | What was left of a grant, when it had expired or was revoked |
             *     | `hold` | Credit was held for a run, or for the stored bytes of a day |
             *     | `capture` | What the provider asked for a run, out of the hold |
             *     | `fee` | The fee of a run, out of the hold |
             *     | `release` | What was left of a hold |
             *     | `transfer_out` | Credit left this account for another one of the workspace |
             *     | `transfer_in` | Credit came from another account of the workspace |
             *     | `storage` | What stored bytes cost for a day, out of the hold |
             *     | `loss` | What a run cost beyond its hold, or stored bytes beyond the available credit; the deployment bears it |
             *
             *     More may be added.
             * @example top_up
             * @example payment
             * @example refund
             * @example refund_reversed
             * @example grant
             * @example grant_expired
             * @example hold
             * @example capture
             * @example fee
             * @example release
             * @example transfer_out
             * @example transfer_in
             * @example storage
             * @example loss
             */
            kind: "top_up" | "payment" | "refund" | "refund_reversed" | "grant" | "grant_expired" | "hold" | "capture" | "fee" | "release" | "transfer_out" | "transfer_in" | "storage" | "loss" | Unlisted;
            /**
             * Format: int64
             * @description How much was moved. It is never negative.
             * @example 4384800
             */
            amount: number;
            /**
             * @description Whether the available amount of the account rose, fell, or stayed.
             * @enum {string}
             */
            direction: "in" | "out" | "none";
            /**
             * @description The account that it belongs to, the wallet or the credit of a key.
             * @enum {string}
             */
            account: "wallet" | "key_credit";
            /**
             * @description The run that it belongs to, if it belongs to one.
             * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            runId?: string;
            /**
             * @description The key that made the run, or whose credit it is now, after rotations as well.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            keyId?: string;
            /**
             * @description The name of the payment, with `top_up`; its id, with `payment`; its id and a number, with `refund` and `refund_reversed`; the
             *     name of the grant, with `grant`, and a number after it, with `grant_expired`; for stored bytes their day, in UTC.
             * @example invoice 2025-0713
             */
            reference?: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2025-07-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description What the wallet had available right after this entry. In lists that are not narrowed to a kind, a run or a key,
             *     and that begin within the newest 100,000 entries of the wallet.
             * @example 18754384800
             */
            walletBalanceAmount?: number;
        };
        /** @description A page of entries, newest first. */
        EntryList: {
            /** @description The entries of this page. */
            data: components["schemas"]["Entry"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example ARMU-XLIDtJzgmamsiNYpS85MDQwNg
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description Entries as CSV, encoded in UTF-8, which a byte order mark says to spreadsheets. */
        EntryFile: string;
        /** @description One payment. */
        StatementCredit: {
            /**
             * @description The payment in the books of who credited it.
             * @example invoice 2025-0713
             */
            reference: string;
            /**
             * Format: int64
             * @description How much was credited.
             * @example 20000000000
             */
            amount: number;
            /**
             * Format: date-time
             * @description When it was credited.
             * @example 2025-07-13T08:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description A month of the workspace's money. The closing amount is the opening amount, what was credited and what was granted, without what
         *     expired or was taken back, the provider's part, the fee and the stored bytes.
         */
        Statement: {
            /**
             * @description The month.
             * @example 2025-07
             */
            month: string;
            /**
             * @description The time zone of the month, by its name in the IANA database.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * Format: date-time
             * @description When it begins in the time zone.
             * @example 2025-07-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description When it ends, and the next one begins.
             * @example 2025-08-01T00:00:00.000Z
             */
            to: string;
            /**
             * @description Whether nothing more is added to it.
             * @example true
             */
            isOver: boolean;
            /**
             * Format: int64
             * @description What the workspace had, available and held, in the wallet and in the credit of keys.
             * @example 1878200000
             */
            openingAmount: number;
            /**
             * Format: int64
             * @description What was credited, without grants.
             * @example 20000000000
             */
            creditedAmount: number;
            /**
             * Format: int64
             * @description What the operator gave until it expires.
             * @example 0
             */
            grantedAmount: number;
            /**
             * Format: int64
             * @description What was left of grants that expired or were revoked.
             * @example 0
             */
            expiredAmount: number;
            /**
             * Format: int64
             * @description What the wallet gave back, because payments were refunded or contested.
             * @example 0
             */
            returnedAmount: number;
            /**
             * Format: int64
             * @description What runs were charged for the providers.
             * @example 1184395428
             */
            providerAmount: number;
            /**
             * Format: int64
             * @description What runs were charged as the fee.
             * @example 59219772
             */
            feeAmount: number;
            /**
             * Format: int64
             * @description What stored bytes were charged.
             * @example 0
             */
            storageAmount: number;
            /**
             * Format: int64
             * @description What the workspace had at the end, or has now.
             * @example 20634584800
             */
            closingAmount: number;
            /**
             * Format: int64
             * @description How many runs were charged.
             * @example 912
             */
            runs: number;
            /** @description What was credited, the newest first; the newest 100 of them. */
            credits: components["schemas"]["StatementCredit"][];
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
        };
        /** @description What the runs of a group were charged. */
        ChargedGroup: {
            /**
             * @description The end user, the id of the key, the subject, the kind, the day such as 2025-07-31, or the value of the label. Absent for runs
             *     that have none, and for all others.
             * @example user-1842
             */
            group?: string;
            /**
             * @description The name of the key.
             * @example Production
             */
            groupName?: string;
            /**
             * @description The kind of the runs of a subject. More may be added.
             * @example model_run
             * @example tool_run
             * @example compute_job
             */
            kind?: "model_run" | "tool_run" | "compute_job" | Unlisted;
            /**
             * @description Present and true for all groups that are not listed.
             * @example true
             */
            isRest?: boolean;
            /**
             * Format: int64
             * @description How many runs were charged.
             * @example 912
             */
            runs: number;
            /**
             * Format: int64
             * @description What they were charged for the providers.
             * @example 1184395428
             */
            providerAmount: number;
            /**
             * Format: int64
             * @description What they were charged as the fee.
             * @example 59219772
             */
            feeAmount: number;
            /**
             * Format: int64
             * @description Both together.
             * @example 1243615200
             */
            chargedAmount: number;
        };
        /** @description What runs were charged in a month. Its amounts are those of the ledger. */
        Charges: {
            /**
             * @description The month.
             * @example 2025-07
             */
            month: string;
            /**
             * @description The time zone of the month, by its name in the IANA database.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * Format: date-time
             * @description When the month begins in the time zone.
             * @example 2025-07-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description When it ends, and the next one begins.
             * @example 2025-08-01T00:00:00.000Z
             */
            to: string;
            /**
             * @description What the charges are split by.
             * @enum {string}
             */
            by: "endUser" | "key" | "subject" | "kind" | "day" | "label";
            /** @description The groups, the most expensive first; if there are more than 100, the last one is all others. */
            groups: components["schemas"]["ChargedGroup"][];
            /**
             * @description Whether the last group is all others.
             * @example false
             */
            isCut: boolean;
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
        };
        /** @description Charges as CSV, encoded in UTF-8, which a byte order mark says to spreadsheets. */
        ChargeFile: string;
        /** @description The amount, and the name of the payment. */
        CreateCredit: {
            /**
             * Format: int64
             * @description What to add to the wallet.
             * @example 20000000000
             */
            amount: number;
            /**
             * @description The name of the payment in your books. One reference credits the workspace once.
             * @example invoice 2025-0713
             */
            reference: string;
        };
        /** @description The wallet after a credit. */
        CreditedWallet: {
            wallet: components["schemas"]["Wallet"];
            /**
             * @description Whether this very credit had been given before, so that nothing was changed.
             * @example false
             */
            replayed: boolean;
        };
        /** @description A payment by card. */
        Payment: {
            /**
             * @description Names the payment.
             * @example pay_01k0b6m2s4fq8v3x7c9d1h5j0n
             */
            id: string;
            /**
             * @description | State | Meaning |
             *     | - | - |
             *     | `open` | Nobody has paid yet, or the provider has not said so |
             *     | `succeeded` | The wallet was credited |
             *     | `expired` | Nobody paid in time |
             *     | `failed` | The saved card was declined: `declineReason` says why |
             *
             *     More may be added.
             * @example open
             * @example succeeded
             * @example expired
             * @example failed
             */
            state: "open" | "succeeded" | "expired" | "failed" | Unlisted;
            /**
             * @description Whether the auto-recharge made it. Absent if somebody started it.
             * @example true
             */
            isAutomatic?: boolean;
            /**
             * @description | Reason | Meaning |
             *     | - | - |
             *     | `card_declined` | The bank declined, without a reason of the following |
             *     | `insufficient_funds` | The card has too little |
             *     | `expired_card` | The card has expired |
             *     | `authentication_required` | The bank wants its customer to confirm each payment |
             *     | `card_removed` | The provider no longer has the card |
             *     | `refused` | The provider refused the charge; the operator has to look into it |
             *
             *     Only with `failed`. More may be added.
             * @example card_declined
             * @example insufficient_funds
             * @example expired_card
             * @example authentication_required
             * @example card_removed
             * @example refused
             */
            declineReason?: "card_declined" | "insufficient_funds" | "expired_card" | "authentication_required" | "card_removed" | "refused" | Unlisted;
            /**
             * Format: int64
             * @description What is added to the wallet.
             * @example 20000000000
             */
            amount: number;
            /**
             * Format: int64
             * @description The taxes that were paid on top of the amount, and are not added to the wallet. Absent if it is nothing.
             * @example 3800000000
             */
            taxAmount?: number;
            /**
             * Format: int64
             * @description What the payer has got back from the provider, or contests. The wallet gives back as much of it as it has available. Absent
             *     if it is nothing.
             * @example 5000000000
             */
            returnedAmount?: number;
            /**
             * Format: int64
             * @description What the wallet has not given back yet, because it had less available. Absent if it is nothing.
             * @example 1200000000
             */
            debtAmount?: number;
            /**
             * @description Whether the payer contests the payment, and the bank has not decided yet. Absent if not.
             * @example true
             */
            isDisputed?: boolean;
            /**
             * @description ISO 4217 code of the currency of the amount.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
            /**
             * Format: uri
             * @description The provider's page to pay on, while the payment is open.
             * @example https://checkout.stripe.com/c/pay/cs_live_a1b2c3
             */
            checkoutUrl?: string;
            /**
             * Format: uri
             * @description The provider's page with the receipt and the invoice, if it has one.
             * @example https://invoice.stripe.com/i/acct_1/live_a1b2c3
             */
            receiptUrl?: string;
            /**
             * Format: uri
             * @description The invoice as a PDF, at the provider, if it has one.
             * @example https://pay.stripe.com/invoice/acct_1/live_a1b2c3/pdf
             */
            invoiceUrl?: string;
            /**
             * Format: date-time
             * @description When it was started.
             * @example 2025-07-22T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Until when it can be paid, while it is open.
             * @example 2025-07-23T08:00:00.000Z
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it succeeded or expired.
             * @example 2025-07-22T09:01:12.000Z
             */
            endedAt?: string;
        };
        /** @description A page of payments, newest first. */
        PaymentList: {
            /** @description The payments of this page. */
            data: components["schemas"]["Payment"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example ARMU-XLIDtJzgmamsiNYpS85MDQwNg
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description The amount of a payment. */
        CreatePayment: {
            /**
             * Format: int64
             * @description What to add to the wallet.
             * @example 20000000000
             */
            amount: number;
        };
        /** @description The card that is charged, as people know it. Absent if none is saved. */
        SavedCard: {
            /**
             * @description The brand, as the provider names it.
             * @example visa
             */
            brand: string;
            /**
             * @description The last four digits.
             * @example 4242
             */
            last4: string;
            /**
             * @description The last month in which the card works.
             * @example 2028-12
             */
            expiresIn: string;
        };
        /** @description What is charged by itself when the wallet runs low. It charges nothing while the workspace has a debt or a contested payment. */
        AutoRecharge: {
            /**
             * @description | State | Meaning |
             *     | - | - |
             *     | `none` | Nobody has set it |
             *     | `needs_card` | It is set, and begins once a card is saved |
             *     | `on` | The card is charged when less than the threshold is available, unless `pausedBy` says why not |
             *     | `off` | It turned itself off after three declines in a row. Whoever sets it again, or saves another card, turns it on |
             *
             *     More may be added.
             * @example none
             * @example needs_card
             * @example on
             * @example off
             */
            state: "none" | "needs_card" | "on" | "off" | Unlisted;
            /**
             * @description | Reason | It goes on |
             *     | - | - |
             *     | `decline` | at `nextAttemptAt` |
             *     | `cap` | in the next month in UTC, or once the cap is raised |
             *     | `debt` | once the debt is paid |
             *     | `dispute` | once the bank has decided |
             *     | `suspension` | once the operator resumes the workspace |
             *
             *     Absent if nothing stops it. More may be added.
             * @example decline
             * @example cap
             * @example debt
             * @example dispute
             * @example suspension
             */
            pausedBy?: "decline" | "cap" | "debt" | "dispute" | "suspension" | Unlisted;
            /**
             * Format: date-time
             * @description When it tries again after a decline.
             * @example 2025-07-22T15:00:00.000Z
             */
            nextAttemptAt?: string;
            /**
             * Format: int64
             * @description The wallet is recharged once it has less than this available. Absent if nobody has set it.
             * @example 5000000000
             */
            thresholdAmount?: number;
            /**
             * Format: int64
             * @description What one recharge adds to the wallet. Absent if nobody has set it.
             * @example 20000000000
             */
            rechargeAmount?: number;
            /**
             * Format: int64
             * @description The most that a month in UTC may cost. Absent if nobody has set it.
             * @example 100000000000
             */
            monthCapAmount?: number;
            /**
             * Format: int64
             * @description What recharges of this month have come to, including one under way.
             * @example 40000000000
             */
            monthAmount: number;
            card?: components["schemas"]["SavedCard"];
            /**
             * Format: int32
             * @description How often in a row the card was declined. Absent if the last recharge succeeded.
             * @example 3
             */
            declines?: number;
            /**
             * @description Why the card was declined the last time, as in `declineReason` of a payment. Absent if the last recharge succeeded.
             * @example card_declined
             * @example insufficient_funds
             * @example expired_card
             * @example authentication_required
             * @example card_removed
             * @example refused
             */
            declineReason?: "card_declined" | "insufficient_funds" | "expired_card" | "authentication_required" | "card_removed" | "refused" | Unlisted;
            /**
             * Format: date-time
             * @description When that was.
             * @example 2025-07-22T09:00:00.000Z
             */
            declinedAt?: string;
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
        };
        /** @description When the wallet is recharged, with how much, and the most of a month. */
        UpdateAutoRecharge: {
            /**
             * Format: int64
             * @description The wallet is recharged once it has less than this available.
             * @example 5000000000
             */
            thresholdAmount: number;
            /**
             * Format: int64
             * @description What one recharge adds to the wallet.
             * @example 20000000000
             */
            rechargeAmount: number;
            /**
             * Format: int64
             * @description All recharges of a month in UTC together are at most this much.
             * @example 100000000000
             */
            monthCapAmount: number;
        };
        /** @description A page on which somebody saves a card. */
        CardSetup: {
            /**
             * Format: uri
             * @description The provider's page.
             * @example https://checkout.stripe.com/c/pay/cs_live_a1b2c5
             */
            checkoutUrl: string;
            /**
             * Format: date-time
             * @description Until when it works.
             * @example 2025-07-23T08:00:00.000Z
             */
            expiresAt: string;
        };
        /** @description A tax id. */
        TaxId: {
            /**
             * @description Which kind it is, as the provider names it.
             * @example eu_vat
             */
            type: string;
            /**
             * @description The id.
             * @example DE123456789
             */
            value: string;
        };
        /** @description To whom invoices are made out. */
        Billing: {
            /**
             * @description The name of the customer. Absent if nobody has entered one.
             * @example Acme GmbH
             */
            name?: string;
            /** @description The lines of the address, from the street to the country. None if nobody has entered one. */
            address: string[];
            /** @description Tax ids of the customer. */
            taxIds: components["schemas"]["TaxId"][];
        };
        /** @description A page of billing details and invoices. */
        BillingPage: {
            /**
             * Format: uri
             * @description The provider's page.
             * @example https://billing.stripe.com/p/session/live_a1b2c6
             */
            billingUrl: string;
        };
        /** @description An event as the payment provider documents it. The service reads its type and the id of its object. */
        PaymentEvent: {
            [key: string]: unknown;
        };
        /**
         * @description How long completed runs took from their creation to their end, in milliseconds: half, 95 and 99 of 100 took no longer.
         *     Durations are counted in classes: each figure is within 2 % of the exact one. Absent if none is completed.
         */
        Latency: {
            /**
             * Format: int64
             * @description The median.
             * @example 1840
             */
            p50: number;
            /**
             * Format: int64
             * @description The 95th percentile.
             * @example 4120
             */
            p95: number;
            /**
             * Format: int64
             * @description The 99th percentile.
             * @example 9730
             */
            p99: number;
        };
        /** @description What happened in one hour or day, of one group where there are groups. */
        UsageBucket: {
            /**
             * Format: date-time
             * @description The beginning of the bucket.
             * @example 2025-07-01T00:00:00.000Z
             */
            start: string;
            /**
             * @description The kind, `model_run`, `tool_run` or `compute_job`, the model, the tool, the environment, the `id` of the key, or the
             *     end user.
             *     Absent without groups, for runs of another kind where the groups are models, tools or environments, for runs that name no end
             *     user, and for the rest.
             * @example sandbox/echo
             * @example tool_run
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             * @example customer-118
             */
            group?: string;
            /**
             * @description True for all groups together that are not listed; absent otherwise.
             * @example true
             */
            isRest?: boolean;
            /**
             * Format: int64
             * @description How many runs were created.
             * @example 42
             */
            runs: number;
            /**
             * Format: int64
             * @description Those of them that are completed.
             * @example 40
             */
            completed: number;
            /**
             * Format: int64
             * @description Those of them that failed.
             * @example 1
             */
            failed: number;
            /**
             * Format: int64
             * @description Those of them that are neither.
             * @example 1
             */
            pending: number;
            /**
             * Format: int64
             * @description Tokens of the input, as far as they were reported.
             * @example 2016
             */
            promptTokens: number;
            /**
             * Format: int64
             * @description Tokens that were generated, as far as they were reported.
             * @example 714
             */
            completionTokens: number;
            /**
             * Format: int64
             * @description What the runs cost, fees included.
             * @example 5115600
             */
            chargedAmount: number;
            /**
             * Format: int64
             * @description The part of it without the fee, which is the providers' price.
             * @example 4872000
             */
            providerAmount: number;
            /**
             * Format: int64
             * @description The part of it that is the fee.
             * @example 243600
             */
            feeAmount: number;
            latencyMs?: components["schemas"]["Latency"];
        };
        /** @description How many runs failed with one code. */
        ErrorCount: {
            /**
             * @description The code, as `error.code` of a run of its kind has it.
             * @example provider_refused
             */
            code: string;
            /**
             * Format: int64
             * @description How many runs.
             * @example 1
             */
            count: number;
        };
        /** @description What happened in all of the range, of one group where there are groups. */
        UsageTotal: {
            /**
             * @description The kind, `model_run`, `tool_run` or `compute_job`, the model, the tool, the environment, the `id` of the key, or the
             *     end user.
             *     Absent without groups, for runs of another kind where the groups are models, tools or environments, for runs that name no end
             *     user, and for the rest.
             * @example sandbox/echo
             * @example tool_run
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             * @example customer-118
             */
            group?: string;
            /**
             * @description What people call the group, if it is a model or a key.
             * @example Invoice summaries
             * @example production
             */
            groupName?: string;
            /**
             * @description True for all groups together that are not listed; absent otherwise.
             * @example true
             */
            isRest?: boolean;
            /**
             * Format: int64
             * @description How many runs were created.
             * @example 42
             */
            runs: number;
            /**
             * Format: int64
             * @description Those of them that are completed.
             * @example 40
             */
            completed: number;
            /**
             * Format: int64
             * @description Those of them that failed.
             * @example 1
             */
            failed: number;
            /**
             * Format: int64
             * @description Those of them that are neither.
             * @example 1
             */
            pending: number;
            /**
             * Format: int64
             * @description Tokens of the input, as far as they were reported.
             * @example 2016
             */
            promptTokens: number;
            /**
             * Format: int64
             * @description Tokens that were generated, as far as they were reported.
             * @example 714
             */
            completionTokens: number;
            /**
             * Format: int64
             * @description What the runs cost, fees included.
             * @example 5115600
             */
            chargedAmount: number;
            /**
             * Format: int64
             * @description The part of it without the fee, which is the providers' price.
             * @example 4872000
             */
            providerAmount: number;
            /**
             * Format: int64
             * @description The part of it that is the fee.
             * @example 243600
             */
            feeAmount: number;
            latencyMs?: components["schemas"]["Latency"];
            /** @description The failures by their code, the most frequent first. */
            errors: components["schemas"]["ErrorCount"][];
        };
        /** @description The usage in a range. A bucket without runs is left out. */
        Usage: {
            /**
             * @description The time zone of the days, by its name in the IANA database.
             * @example Europe/Berlin
             */
            timeZone: string;
            /**
             * @description The length of a bucket.
             * @enum {string}
             */
            interval: "hour" | "day";
            /**
             * Format: date-time
             * @description The beginning of the first bucket.
             * @example 2025-07-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the last bucket.
             * @example 2025-07-04T00:00:00.000Z
             */
            to: string;
            /** @description By time; those of one time by group, as in `totals`. */
            buckets: components["schemas"]["UsageBucket"][];
            /** @description One for each group, those that cost most first, and the rest at the end. Without groups, one. */
            totals: components["schemas"]["UsageTotal"][];
            /**
             * @description Whether there were more groups than are listed, so that there is a rest.
             * @example false
             */
            isCut: boolean;
        };
        /**
         * @description The most that a workspace may store, send in a day, or have in use at once. What would exceed it is refused
         *     with `quota_exceeded` or `ingest_quota_exceeded`.
         */
        Quota: {
            quota: components["schemas"]["QuotaName"];
            /**
             * @description What `limit` and `used` count. More may be added.
             * @example bytes
             * @example spans
             * @example cpu_millis
             * @example mebibytes
             * @example customers
             */
            unit: "bytes" | "spans" | "cpu_millis" | "mebibytes" | "customers" | Unlisted;
            /**
             * Format: int64
             * @description The most that there may be.
             * @example 10737418240
             */
            limit: number;
            /**
             * Format: int64
             * @description How much there is. What jobs leave may exceed the limit, by the outputs of jobs that ran already.
             * @example 73400320
             */
            used: number;
            /**
             * Format: date-time
             * @description When some of it becomes free by itself: the end of the day, or when the first of what is stored expires. Absent
             *     if nothing is used, if it is free as soon as jobs end or customers are erased, or if nothing expires.
             * @example 2025-07-02T00:00:00.000Z
             */
            freesAt?: string;
        };
        /**
         * @description What a gigabyte, which is 10^9 bytes, costs for a day, in whole units of `currency`. Once a day, in UTC, the bytes of
         *     outputs, content and spans that are stored are charged to the workspace's wallet, rounded up once. Outputs are logs
         *     and artifacts of jobs, and the files of exports that people had made in the background. Absent if they cost
         *     nothing.
         * @example 0.003
         */
        StoragePrice: string;
        /** @description What a workspace may store, send in a day and have in use at once, as the account of its keys has it. */
        WorkspaceQuotas: {
            /**
             * @description ISO 4217 code of the currency of the price.
             * @example USD
             */
            currency: string;
            /** @description The quotas, each with how much of it is used, in an order for people. */
            quotas: components["schemas"]["Quota"][];
            storagePricePerGbDay?: components["schemas"]["StoragePrice"];
        };
        /**
         * @description The state of the run. More states may be added: treat an unknown one as pending.
         *
         *     | State | Meaning |
         *     | - | - |
         *     | `reserved` | Saved, credit held, not yet taken up |
         *     | `queued` | Waiting for the provider to have room |
         *     | `submitting` | May be with the provider now |
         *     | `received` | The answer is saved, the price is still open |
         *     | `needs_reconciliation` | The outcome is unknown and is being looked up |
         *     | `completed` | Terminal, with the answer |
         *     | `failed` | Terminal, with an error and no charge |
         * @example reserved
         * @example queued
         * @example submitting
         * @example received
         * @example needs_reconciliation
         * @example completed
         * @example failed
         */
        RunState: "reserved" | "queued" | "submitting" | "received" | "needs_reconciliation" | "completed" | "failed" | Unlisted;
        /** @description What a run of any kind has as a row of a list. */
        RunRow: {
            state: components["schemas"]["RunState"];
            /**
             * @description The key that made it.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            keyId: string;
            /**
             * @description The request key that made it.
             * @example invoice-2025-0042-summary
             */
            idempotencyKey: string;
            /**
             * Format: date-time
             * @description When it was saved.
             * @example 2025-07-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2025-07-01T09:30:02.417Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When it became terminal. Only then.
             * @example 2025-07-01T09:30:02.417Z
             */
            finishedAt?: string;
            /**
             * Format: int64
             * @description From its creation to its end. Only once it is terminal.
             * @example 2417
             */
            durationMs?: number;
            /**
             * Format: int64
             * @description The hold, and the most that it can cost.
             * @example 4384800
             */
            reservedAmount: number;
            /**
             * Format: int64
             * @description What it cost, fee included. On completed runs.
             * @example 121800
             */
            chargedAmount?: number;
            /**
             * @description The session or conversation that it was attributed to.
             * @example chat-7731
             */
            sessionId?: string;
            /**
             * @description The end user that it was attributed to.
             * @example customer-118
             */
            endUserId?: string;
        };
        /**
         * @description | Code | Meaning |
         *     | - | - |
         *     | `provider_refused` | The provider would not do it |
         *     | `provider_unavailable` | The provider could not do it, and did not |
         *     | `run_expired` | Nothing could be sent before the run's deadline |
         *     | `outcome_unknown` | Its outcome could not be found out in time |
         *     | `answer_lost` | The provider carried it out, and its answer is lost |
         *     | `key_revoked` | The API key was revoked before the run was sent |
         *     | `cancelled` | It was canceled before it was sent, or before there was an answer |
         *     | `internal` | A fault of the service, before anything was sent |
         *
         *     More may be added.
         * @example provider_refused
         * @example provider_unavailable
         * @example run_expired
         * @example outcome_unknown
         * @example answer_lost
         * @example key_revoked
         * @example cancelled
         * @example internal
         */
        ModelRunErrorCode: "provider_refused" | "provider_unavailable" | "run_expired" | "outcome_unknown" | "answer_lost" | "key_revoked" | "cancelled" | "internal" | Unlisted;
        /** @description A model run as a row of the list. */
        RunSummary: components["schemas"]["RunRow"] & {
            /**
             * @description Names the run.
             * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            id: string;
            /**
             * @description The identifier of the model.
             * @example sandbox/echo
             */
            model: string;
            /**
             * Format: int64
             * @description Tokens of the input, if they were reported.
             * @example 48
             */
            promptTokens?: number;
            /**
             * Format: int64
             * @description Tokens that were generated, if they were reported.
             * @example 17
             */
            completionTokens?: number;
            errorCode?: components["schemas"]["ModelRunErrorCode"];
        };
        /** @description A page of runs, newest first. */
        RunSummaryList: {
            /** @description The runs of this page. It may be short, or empty, while there are more. */
            data: components["schemas"]["RunSummary"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AaDqf7jdJAPk6z-PFfacQIowMTk4MTQyZC05M2FmLTcyMzQtOWEwZC04NTg5ZTQxYjliOWY
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description Runs as CSV, encoded in UTF-8, which a byte order mark says to spreadsheets. */
        RunFile: string;
        /** @description The attribution that the run was created with. */
        Attribution: {
            /**
             * @description The session or conversation.
             * @example chat-7731
             */
            sessionId?: string;
            /**
             * @description The end user.
             * @example customer-118
             */
            endUserId?: string;
            /**
             * @description The prompt template.
             * @example invoice-summary
             */
            promptId?: string;
            /**
             * @description The version of the prompt template.
             * @example 7
             */
            promptVersion?: string;
        };
        /**
         * @description The labels that the run was created with. Absent if it has none.
         * @example {
         *       "team": "billing",
         *       "job": "month-end"
         *     }
         */
        Metadata: {
            [key: string]: string;
        };
        /** @description What a saved run has, whatever it is a run of. */
        BillableRun: {
            /**
             * Format: date-time
             * @description When the run was saved, in UTC with milliseconds.
             * @example 2025-07-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the run last changed.
             * @example 2025-07-01T09:30:02.417Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the run became terminal. Only terminal runs have it.
             * @example 2025-07-01T09:30:02.417Z
             */
            finishedAt?: string;
            /**
             * Format: date-time
             * @description When somebody first asked for the run to be canceled, if that was before its end.
             * @example 2025-07-01T09:30:01.204Z
             */
            cancelRequestedAt?: string;
            /**
             * Format: date-time
             * @description When the content of the run was purged: what it was asked, what it answered, and the logs and artifacts of a job.
             *     Everything else of the run stays. Only purged runs have it.
             * @example 2025-10-01T00:00:41.093Z
             */
            contentPurgedAt?: string;
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
            /**
             * Format: int64
             * @description The hold that was taken at creation, and the most that the run can cost.
             * @example 670320
             */
            reservedAmount: number;
            /**
             * @description The request key that created the run, in its bare form.
             * @example invoice-2025-0042-summary
             */
            idempotencyKey: string;
            /**
             * @description Names the API key that created the run.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            keyId: string;
            /**
             * @description The trace that the run is part of: that of its `parent`, that of the `traceparent` header of its creation, or one
             *     of its own, whose id is the UUID of the run.
             * @example 0198142d93af72349a0d8589e41b9b9f
             */
            traceId?: string;
            /**
             * @description The provider that the run goes to, by its name in this deployment.
             * @example sandbox
             */
            provider?: string;
            /**
             * @description The provider's name for the run, if it has one: include it when you ask the provider for help.
             * @example gen-1751362200-9fQ2mXw4
             */
            providerReference?: string;
            /**
             * Format: int64
             * @description The cost that the provider reported, if it did.
             * @example 9450
             */
            providerAmount?: number;
            /**
             * Format: int64
             * @description The cost by the price list, if the run was charged from it.
             * @example 9450
             */
            listAmount?: number;
            /**
             * Format: int32
             * @description The fee that was applied, in hundredths of a percent of the cost.
             * @example 500
             */
            feeBasisPoints?: number;
            /**
             * Format: int64
             * @description The part of `chargedAmount` that is the fee.
             * @example 473
             */
            feeAmount?: number;
            /**
             * Format: int64
             * @description What the run cost you, fee included. Never above `reservedAmount`.
             * @example 9923
             */
            chargedAmount?: number;
            /**
             * Format: int64
             * @description The part of the cost beyond the hold, if there is one. The deployment bears it.
             * @example 615200
             */
            absorbedAmount?: number;
            /**
             * Format: date-time
             * @description When the run fails with `run_expired`, unless it is sent before. In `reserved` and `queued`, as long as it
             *     is not sent.
             * @example 2025-07-01T09:40:00.000Z
             */
            expiresAt?: string;
            attribution?: components["schemas"]["Attribution"];
            metadata?: components["schemas"]["Metadata"];
        };
        /**
         * @description The state of the run. More states may be added: treat an unknown one as pending.
         *
         *     | State | Meaning |
         *     | - | - |
         *     | `reserved` | Saved, credit held, not yet taken up |
         *     | `queued` | Waiting for the provider to have room |
         *     | `submitting` | May be with the provider now |
         *     | `received` | The answer is saved, the price is still open |
         *     | `needs_reconciliation` | The outcome is unknown and is being looked up |
         *     | `completed` | Terminal, with the answer |
         *     | `failed` | Terminal, with an error and no charge |
         * @example reserved
         * @example queued
         * @example submitting
         * @example received
         * @example needs_reconciliation
         * @example completed
         * @example failed
         */
        ModelRunState: "reserved" | "queued" | "submitting" | "received" | "needs_reconciliation" | "completed" | "failed" | Unlisted;
        /**
         * @description Why the run waits in `queued`, and when it is tried again; `expiresAt` says until when. It was tried before,
         *     and for certain not executed.
         */
        ModelRunQueue: {
            /**
             * @description Why the last attempt came to nothing, for people.
             * @example The provider has no capacity for the request at the moment.
             */
            reason: string;
            /**
             * Format: int32
             * @description How often it was tried.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it is tried next, as soon as there is room then. Absent if `expiresAt` comes first.
             * @example 2025-07-01T09:30:02.250Z
             */
            nextAttemptAt?: string;
        };
        /**
         * @description What is known about a run whose outcome is not, in `needs_reconciliation`, or whose price is not, in `received`;
         *     and what happens next.
         */
        ModelRunReconciliation: {
            /**
             * @description How the outcome, or the price, came to be unknown, for people.
             * @example The connection broke after the request had been sent.
             */
            reason: string;
            /**
             * Format: int32
             * @description How often the provider was asked.
             * @example 2
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was last asked. Absent before the first time.
             * @example 2025-07-01T09:30:05.118Z
             */
            lastCheckedAt?: string;
            /**
             * Format: date-time
             * @description When it is asked next, if nobody reads the run before: a read asks at once where the last time is more than
             *     2 seconds ago.
             * @example 2025-07-01T09:30:09.118Z
             */
            nextCheckAt?: string;
            /**
             * Format: date-time
             * @description When the search ends, after one more check; where the provider's records cannot be reached then, an hour later at most.
             * @example 2025-07-01T09:40:03.102Z
             */
            deadline: string;
            /**
             * @description What happens then. In `needs_reconciliation`, `fail_uncharged` fails the run with `outcome_unknown` and
             *     releases the hold. In `received`, `charge_list_price` completes it at the price list, and
             *     `complete_uncharged` completes it without a charge, because its tokens were not counted either. More may be
             *     added.
             * @example fail_uncharged
             * @example charge_list_price
             * @example complete_uncharged
             */
            onDeadline: "fail_uncharged" | "charge_list_price" | "complete_uncharged" | Unlisted;
        };
        /** @description Token counts as the provider reported them. A count that it did not report is left out. */
        ModelRunUsage: {
            /**
             * Format: int64
             * @description Tokens of the input.
             * @example 48
             */
            promptTokens?: number;
            /**
             * Format: int64
             * @description Tokens that were generated, reasoning included.
             * @example 17
             */
            completionTokens?: number;
            /**
             * Format: int64
             * @description Those of the input that came from the provider's cache.
             * @example 32
             */
            cachedPromptTokens?: number;
            /**
             * Format: int64
             * @description Those of the input that the provider put into its cache, for later runs.
             * @example 12
             */
            cacheWriteTokens?: number;
            /**
             * Format: int64
             * @description Those of `cacheWriteTokens` that the provider keeps for an hour; it keeps the others for five minutes. Left out if
             *     the provider does not tell them apart.
             * @example 0
             */
            cacheWrite1hTokens?: number;
            /**
             * Format: int64
             * @description Those of the generated tokens that were reasoning.
             * @example 9
             */
            reasoningTokens?: number;
        };
        /** @description Why the run failed. A failed run costs nothing. */
        ModelRunError: {
            code: components["schemas"]["ModelRunErrorCode"];
            /**
             * @description What happened, for people. Where the provider refused the request for what it asks, its own words
             *     follow in quotation marks: one line of at most 1,000 characters, without what could be a secret. They
             *     are not given where it refused the deployment's account (`providerStatus` 401, 402). With `outcome_unknown`,
             *     it also says how the outcome came to be unknown.
             * @example The provider does not permit this request. The provider said: “This model refuses everything.”
             */
            message: string;
            /**
             * @description Whether a new run, under a new request key, could succeed. The old key gives this failure for ever.
             * @example false
             */
            retryable: boolean;
            /**
             * Format: int32
             * @description The HTTP status that the provider answered with, if it did.
             * @example 403
             */
            providerStatus?: number;
        };
        /** @description A saved run as the list shows it, without the text and the message of the answer. */
        ModelRunSummary: components["schemas"]["BillableRun"] & {
            /**
             * @description Names the run for ever; keep it for support and billing.
             * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            id: string;
            /**
             * @description The identifier of the model that the run was created with.
             * @example sandbox/echo
             */
            model: string;
            state: components["schemas"]["ModelRunState"];
            queue?: components["schemas"]["ModelRunQueue"];
            reconciliation?: components["schemas"]["ModelRunReconciliation"];
            /**
             * @description Why generation ended: `stop`, `length`, `tool_calls`, `content_filter`, `cancelled` or `other`; more may be
             *     added. On completed runs where it is known.
             * @example stop
             * @example length
             * @example tool_calls
             * @example content_filter
             * @example cancelled
             * @example other
             */
            finishReason?: "stop" | "length" | "tool_calls" | "content_filter" | "cancelled" | "other" | Unlisted;
            usage?: components["schemas"]["ModelRunUsage"];
            error?: components["schemas"]["ModelRunError"];
        };
        /** @description The function that is called. */
        CalledFunction: {
            /**
             * @description Its name, as the model wrote it.
             * @example get_weather
             */
            name: string;
            /**
             * @description The arguments as JSON text, as the model wrote it. It may be broken, so parse it with care.
             * @example {"city":"Utrecht"}
             */
            arguments: string;
        };
        /** @description A call that the model makes. */
        ToolCall: {
            /**
             * @description Names the call within its message. Its result names it as `tool_call_id`.
             * @example call_1
             */
            id: string;
            /**
             * @description The kind of call.
             * @constant
             */
            type: "function";
            function: components["schemas"]["CalledFunction"];
        };
        /**
         * @description What the model said. The `message` of a completed run is one, and `messages` of a request always takes it
         *     back unchanged. It gains no members: what is new is next to it.
         *
         *     It holds what the provider said, and leaves out what it did not say: any member but `role` may be absent,
         *     because the model may have said nothing but its reasoning, or nothing at all. An answer has no null beside
         *     `content`; in a request null means absent. Half a surrogate pair and the NUL character, which strict JSON
         *     readers or databases refuse, are U+FFFD wherever the provider wrote them. Reasoning beyond the bounds of
         *     `reasoning_details`, or that gives the message more than 25,000 JSON values, is left out as a whole. A message
         *     that is beyond the other bounds is left out; the run still has its `text`.
         */
        AssistantMessage: {
            /**
             * @description The kind of message. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            role: "assistant";
            /**
             * @description The text; may be absent, null or empty. In an answer it is empty or null where the provider said so, and
             *     absent if it said nothing of it.
             * @example Summarise invoice 42 in one sentence.
             * @example null
             */
            content?: string | null;
            /**
             * @description The text with which the model declines, if the provider gives it apart from `content`.
             *     `finishReason` stays what the provider said. A provider without a member for it gets it as `content`.
             * @example I can't help with that.
             */
            refusal?: string | null;
            /** @description The calls that the model makes. The messages directly after hold one result for each. */
            tool_calls?: components["schemas"]["ToolCall"][] | null;
            /**
             * @description Reasoning as the provider gave it; where it gave text, one entry of the type `reasoning.text`. Send it
             *     back unchanged: entries, members, their order and every digit of a number are kept, those that this
             *     document does not name included. What a provider attaches to the message or to a call for its own use, such as
             *     signatures, is here as well. Models whose `capabilities.reasoningDetails` is false are not given it;
             *     then it is neither counted as prompt nor held for.
             * @example [
             *       {
             *         "type": "reasoning.text",
             *         "text": "The weather is asked for, so the tool has to be called.",
             *         "signature": "c2lnbmVk",
             *         "index": 0
             *       }
             *     ]
             */
            reasoning_details?: {
                [key: string]: unknown;
            }[] | null;
        };
        /**
         * @description A saved run: its summary, and the text and message of the answer. The members beyond the required ones are
         *     there where they apply and are known: the answer and the amounts on completed runs, `error` on failed ones.
         */
        ModelRun: components["schemas"]["ModelRunSummary"] & {
            /**
             * @description The text that was generated, the same as `message.content`; empty if the provider gave an empty
             *     one. On completed runs whose provider gave a text.
             * @example Summarise invoice 42 in one sentence.
             */
            text?: string;
            message?: components["schemas"]["AssistantMessage"];
        };
        /** @description An image. */
        SentImage: {
            /**
             * @description Where it is, or the image itself as a `data` URL.
             * @example https://example.com/invoice-42.png
             */
            url: string;
            /**
             * @description How closely the model was to look.
             * @example low
             */
            detail?: string;
        };
        /** @description A file. */
        SentFile: {
            /**
             * @description Its name.
             * @example invoice-42.pdf
             */
            filename: string;
            /**
             * @description The file as a `data` URL.
             * @example data:text/csv;base64,aXRlbSxwcmljZQpwYXBlciwxMgo=
             */
            file_data: string;
        };
        /** @description Sound. */
        SentAudio: {
            /**
             * @description The sound in base64.
             * @example UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=
             */
            data: string;
            /**
             * @description Its format.
             * @example wav
             */
            format: string;
        };
        /** @description A part of a message. It has the member that its `type` names. */
        SentPart: {
            /**
             * @description The kind of part. More may be added.
             * @example text
             * @example image_url
             * @example file
             * @example input_audio
             */
            type: "text" | "image_url" | "file" | "input_audio" | Unlisted;
            /**
             * @description The text.
             * @example What does this invoice add up to?
             */
            text?: string;
            image_url?: components["schemas"]["SentImage"];
            file?: components["schemas"]["SentFile"];
            input_audio?: components["schemas"]["SentAudio"];
        };
        /** @description A message of the conversation. */
        SentMessage: {
            /**
             * @description Whose message it is. More may be added.
             * @example system
             * @example user
             * @example assistant
             * @example tool
             */
            role: "system" | "user" | "assistant" | "tool" | Unlisted;
            /**
             * @description The text, if there is one.
             * @example Summarise invoice 42 in one sentence.
             * @example null
             */
            content?: string | null;
            /** @description What the message consists of, if it is not one text. Then it has no `content`. */
            parts?: components["schemas"]["SentPart"][];
            /**
             * @description The words by which the model had declined.
             * @example I can't help with that.
             */
            refusal?: string;
            /** @description The calls that the model had made. */
            tool_calls?: components["schemas"]["ToolCall"][];
            /**
             * @description The call that this is the result of.
             * @example call_1
             */
            tool_call_id?: string;
            /**
             * @description The function that this is the result of, if the request named it.
             * @example get_weather
             */
            name?: string;
            /**
             * @description Reasoning as the provider had given it.
             * @example [
             *       {
             *         "type": "reasoning.text",
             *         "text": "The weather is asked for, so the tool has to be called."
             *       }
             *     ]
             */
            reasoning_details?: {
                [key: string]: unknown;
            }[];
        };
        /** @description A function that the model could call. */
        SentTool: {
            /**
             * @description Names the function.
             * @example get_weather
             */
            name: string;
            /**
             * @description What the function does.
             * @example Gives the present weather of a city.
             */
            description: string;
            /**
             * @description A JSON Schema of the arguments.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "city": {
             *           "type": "string"
             *         }
             *       },
             *       "required": [
             *         "city"
             *       ]
             *     }
             */
            parameters: {
                [key: string]: unknown;
            };
            /**
             * @description Whether the arguments had to fit.
             * @example true
             */
            strict?: boolean;
        };
        /**
         * @description The function that was asked for.
         * @example {
         *       "type": "function",
         *       "function": {
         *         "name": "get_weather"
         *       }
         *     }
         */
        SentToolSelector: {
            [key: string]: unknown;
        };
        /** @description Whether the model was to call functions, or the function that it was to call. */
        SentToolChoice: string | components["schemas"]["SentToolSelector"];
        /** @description How much the model was to think. */
        SentReasoning: {
            /**
             * @description The effort.
             * @example low
             */
            effort?: string;
        };
        /** @description The schema that the answer was to fit. */
        SentJsonSchema: {
            /**
             * @description Names the form.
             * @example invoice
             */
            name: string;
            /**
             * @description What the form is for.
             * @example The facts of one invoice.
             */
            description?: string;
            /**
             * @description A JSON Schema.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "total": {
             *           "type": "number"
             *         }
             *       },
             *       "required": [
             *         "total"
             *       ]
             *     }
             */
            schema: {
                [key: string]: unknown;
            };
            /**
             * @description Whether the answer had to fit.
             * @example true
             */
            strict?: boolean;
        };
        /** @description The form that the answer was to have. */
        SentFormat: {
            /**
             * @description The kind of answer.
             * @example json_schema
             */
            type: string;
            json_schema?: components["schemas"]["SentJsonSchema"];
        };
        /** @description What was sent to the model, as it was asked for. Absent once it has been purged. */
        SentRequest: {
            /** @description The conversation, oldest first. */
            messages: components["schemas"]["SentMessage"][];
            /**
             * Format: int32
             * @description The most tokens to generate.
             * @example 1024
             */
            maxOutputTokens: number;
            /** @description The functions that the model could call. */
            tools?: components["schemas"]["SentTool"][];
            tool_choice?: components["schemas"]["SentToolChoice"];
            /**
             * @description Whether the model could make several calls in one message.
             * @example false
             */
            parallel_tool_calls?: boolean;
            /**
             * Format: double
             * @description How freely the model was to choose its words.
             * @example 0.2
             */
            temperature?: number;
            /**
             * Format: double
             * @description The probability of the tokens that it was to choose among.
             * @example 0.9
             */
            top_p?: number;
            /**
             * @description The texts that it was to stop at.
             * @example [
             *       "\n\n"
             *     ]
             */
            stop?: string[];
            /**
             * Format: int64
             * @description The seed.
             * @example 42
             */
            seed?: number;
            reasoning?: components["schemas"]["SentReasoning"];
            response_format?: components["schemas"]["SentFormat"];
        };
        /** @description The beginning of a state. */
        StateChange: {
            state: components["schemas"]["ModelRunState"];
            /**
             * Format: date-time
             * @description When the run came into it.
             * @example 2025-07-01T09:30:00.000Z
             */
            at: string;
        };
        /** @description A run with all that is known of it. */
        RunDetail: {
            run: components["schemas"]["ModelRun"];
            request?: components["schemas"]["SentRequest"];
            /** @description The states that the run went through, oldest first. */
            history: components["schemas"]["StateChange"][];
            /** @description The movements of money that the run made, oldest first. */
            entries: components["schemas"]["Entry"][];
        };
        /** @description Filters and columns of a list of runs, under a name. */
        SavedView: {
            /**
             * @description Names the view.
             * @example view_01k0c4e6g8j1m3p5r7t9w0y2z4
             */
            id: string;
            /**
             * @description The list that it is of.
             * @enum {string}
             */
            list: "runs" | "tool-runs" | "compute-jobs";
            /**
             * @description What people call it.
             * @example Failed today
             */
            name: string;
            /**
             * @description The filters and columns, as the address of the list has them behind the question mark.
             * @example state=failed&period=day
             */
            query: string;
            /**
             * @description Whether everybody in the workspace sees it.
             * @example true
             */
            isShared: boolean;
            /**
             * @description Whether you saved it.
             * @example true
             */
            isOwn: boolean;
            createdBy?: components["schemas"]["Person"];
            /**
             * Format: date-time
             * @description When it was saved.
             * @example 2025-07-01T09:30:00.000Z
             */
            createdAt: string;
        };
        /** @description Views by name. */
        SavedViewList: {
            /** @description All that you see. */
            data: components["schemas"]["SavedView"][];
        };
        /** @description A view to save. */
        CreateSavedView: {
            /**
             * @description The list that it is of.
             * @enum {string}
             */
            list: "runs" | "tool-runs" | "compute-jobs";
            /**
             * @description What people call it.
             * @example Failed today
             */
            name: string;
            /**
             * @description The filters and columns, as the address of the list has them behind the question mark.
             * @example state=failed&period=day
             */
            query: string;
            /**
             * @description Whether everybody in the workspace sees it.
             * @example true
             */
            isShared: boolean;
        };
        /** @description What to change. What is left out stays. */
        UpdateSavedView: {
            /**
             * @description What people call it.
             * @example Failed today
             */
            name?: string;
            /**
             * @description The filters and columns, as the address of the list has them behind the question mark.
             * @example state=failed&period=day
             */
            query?: string;
            /**
             * @description Whether everybody in the workspace sees it.
             * @example true
             */
            isShared?: boolean;
        };
        /** @description What your role and the settings of the workspace let you run. */
        MayRun: {
            /**
             * @description Whether you may run models.
             * @example true
             */
            models: boolean;
            /**
             * @description Whether you may call tools.
             * @example true
             */
            tools: boolean;
            /**
             * @description Whether you may run compute jobs.
             * @example false
             */
            compute: boolean;
        };
        /** @description Your key that works now. Absent if the next run makes one. */
        PlaygroundKey: {
            /**
             * @description Names the key.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            keyId: string;
            /**
             * Format: int64
             * @description What it can still hold.
             * @example 998781000
             */
            availableAmount: number;
            /**
             * Format: date-time
             * @description When it stops working.
             * @example 2025-07-01T10:30:00.000Z
             */
            expiresAt: string;
        };
        /** @description What you may run from the pages of the dashboard, and with what. */
        Playground: {
            mayRun: components["schemas"]["MayRun"];
            /**
             * Format: int64
             * @description The credit of a new key, or a quarter of what the wallet has available where that is less.
             * @example 1000000000
             */
            creditAmount: number;
            /**
             * Format: int32
             * @description How long a key works.
             * @example 3600
             */
            lifetimeSeconds: number;
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
            key?: components["schemas"]["PlaygroundKey"];
        };
        /**
         * @description Marks the end of a prefix that the provider should keep in its cache: the tools, and all messages up to and including
         *     what has this mark. Later requests with the same prefix read it from the cache, and are charged `cacheRead` for it
         *     (`usage.cachedPromptTokens`). Keeping it is charged `cacheWrite` (`usage.cacheWriteTokens`), so a hold covers that.
         *     Providers differ in how long a prefix must be, and in how many marks a request may have, which is often four.
         *     A provider whose API has no such marks does not get them: it caches what it wants, and the run is the same without
         *     them. No provider gets marks for a model without the price `cacheWrite`.
         */
        CacheControl: {
            /**
             * @description The kind of cache.
             * @constant
             */
            type: "ephemeral";
            /**
             * @description How long the provider shall keep it after its last use: 5 minutes if it is left out. With `1h`, the hold covers
             *     the price `cacheWrite1h`. A provider that has only one duration uses that, and for a model without that price,
             *     the mark is one of 5 minutes.
             * @example 1h
             * @enum {string|null}
             */
            ttl?: "5m" | "1h" | null;
        } | null;
        /** @description A text. */
        TextPart: {
            /**
             * @description The kind of part. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "text";
            /**
             * @description The text.
             * @example What does this invoice add up to?
             */
            text: string;
            cache_control?: components["schemas"]["CacheControl"];
        };
        /**
         * @description A text, or a list of texts, of which each can have `cache_control`. Servers that take one text only get them joined
         *     by line ends.
         */
        SystemContent: string | components["schemas"]["TextPart"][];
        /** @description Instructions that frame the conversation. */
        SystemMessage: {
            /**
             * @description The kind of message. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            role: "system";
            content: components["schemas"]["SystemContent"];
        };
        /** @description Where the image is, or the image itself. */
        ImageUrl: {
            /**
             * @description An `https` URL, which the provider fetches and this service never does; or the image as a `data` URL in base64:
             *     PNG, JPEG, WebP or GIF.
             * @example https://example.com/invoice-42.png
             * @example data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=
             */
            url: string;
            /**
             * @description How closely the model should look at the image. Models without such levels ignore it.
             * @example low
             * @enum {string|null}
             */
            detail?: "auto" | "low" | "high" | null;
        };
        /** @description An image. Needs `image` in `inputModalities`. */
        ImagePart: {
            /**
             * @description The kind of part. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "image_url";
            image_url: components["schemas"]["ImageUrl"];
            cache_control?: components["schemas"]["CacheControl"];
        };
        /** @description The file and its name. */
        InputFile: {
            /**
             * @description The name, which the model may be shown.
             * @example invoice-42.pdf
             */
            filename: string;
            /**
             * @description The file as a `data` URL in base64, a PDF or a kind of text.
             * @example data:text/csv;base64,aXRlbSxwcmljZQpwYXBlciwxMgo=
             */
            file_data: string;
        };
        /** @description A file. Needs `file` in `inputModalities`. */
        FilePart: {
            /**
             * @description The kind of part. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "file";
            file: components["schemas"]["InputFile"];
            cache_control?: components["schemas"]["CacheControl"];
        };
        /** @description The sound and its format. */
        InputAudio: {
            /**
             * @description The sound in base64, without a `data` URL around it.
             * @example UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=
             */
            data: string;
            /**
             * @description The format.
             * @example wav
             * @enum {string}
             */
            format: "wav" | "mp3";
        };
        /** @description Sound. Needs `audio` in `inputModalities`. */
        AudioPart: {
            /**
             * @description The kind of part. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "input_audio";
            input_audio: components["schemas"]["InputAudio"];
            cache_control?: components["schemas"]["CacheControl"];
        };
        /** @description One part of what the user says; `type` says which kind. It is passed on as it is. */
        ContentPart: components["schemas"]["TextPart"] | components["schemas"]["ImagePart"] | components["schemas"]["FilePart"] | components["schemas"]["AudioPart"];
        /**
         * @description A text, or a list of parts in the order in which the model is to read them. The limit in force is
         *     `maxPromptChars`, over all of the input: every text, URL, name and base64 text of a part counts.
         */
        UserContent: string | components["schemas"]["ContentPart"][];
        /** @description What the user says. */
        UserMessage: {
            /**
             * @description The kind of message. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            role: "user";
            content: components["schemas"]["UserContent"];
        };
        /**
         * @description The result, which may be empty: a text, or a list of texts, of which each can have `cache_control`. Servers that take
         *     one text only get them joined by line ends.
         */
        ToolResultContent: string | components["schemas"]["TextPart"][];
        /** @description The result of one call of the assistant message before. */
        ToolMessage: {
            /**
             * @description The kind of message. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            role: "tool";
            /**
             * @description The `id` of the call that this is the result of.
             * @example call_1
             */
            tool_call_id: string;
            /**
             * @description The name of the function that was called. May be left out; where it is given, it is that of the call.
             * @example get_weather
             */
            name?: string | null;
            content: components["schemas"]["ToolResultContent"];
        };
        /**
         * @description One message of the conversation; `role` says which kind. A member that only other roles have may be null,
         *     which means the same as absent: programs with one type for all roles write it.
         */
        Message: components["schemas"]["SystemMessage"] | components["schemas"]["UserMessage"] | components["schemas"]["AssistantMessage"] | components["schemas"]["ToolMessage"];
        /** @description A function that the model may call. */
        ToolDefinition: {
            /**
             * @description Names the function; unique among the tools.
             * @example get_weather
             */
            name: string;
            /**
             * @description Tells the model what the function does and when to call it.
             * @example Gives the present weather of a city.
             */
            description: string;
            /**
             * @description A JSON Schema of the arguments, passed on as it is: with its members in their order, and with every digit
             *     of its numbers.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "city": {
             *           "type": "string"
             *         }
             *       },
             *       "required": [
             *         "city"
             *       ]
             *     }
             */
            parameters: {
                [key: string]: unknown;
            };
            /**
             * @description Whether the arguments have to fit `parameters`. Only for models that have `structured_outputs` among their
             *     `supportedParameters`.
             * @example true
             */
            strict?: boolean | null;
            cache_control?: components["schemas"]["CacheControl"];
        };
        /** @description The function to call. */
        SelectedFunction: {
            /**
             * @description The name of one of the tools given.
             * @example get_weather
             */
            name: string;
        };
        /** @description Asks for a call of one function. */
        NamedToolChoice: {
            /**
             * @description The kind of tool.
             * @constant
             */
            type: "function";
            function: components["schemas"]["SelectedFunction"];
        };
        /**
         * @description Whether the model is to call functions: `auto` leaves it to the model, `none` forbids it, `required` asks
         *     for at least one call, and a selector asks for one function. Only together with `tools`.
         */
        ToolChoice: ("auto" | "none" | "required" | null) | components["schemas"]["NamedToolChoice"];
        /** @description How much the model is to think before it answers. Needs `reasoning` in `supportedParameters`. */
        ReasoningRequest: {
            /**
             * @description The effort: `low`, `medium` and `high` are what most models know. Providers map an effort that a model does
             *     not have to one near it. More effort means more output tokens, which `maxOutputTokens` bounds as before.
             * @example low
             * @enum {string}
             */
            effort: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
        } | null;
        /** @description The schema that the answer is to fit. With `json_schema` it is required, with other types refused. */
        JsonSchemaFormat: {
            /**
             * @description Names the form for the model.
             * @example invoice
             */
            name: string;
            /**
             * @description Tells the model what the form is for.
             * @example The facts of one invoice.
             */
            description?: string | null;
            /**
             * @description A JSON Schema, passed on as it is: with its members in their order, and with every digit of its numbers.
             *     Models know parts of the language, and refuse the rest.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "total": {
             *           "type": "number"
             *         }
             *       },
             *       "required": [
             *         "total"
             *       ],
             *       "additionalProperties": false
             *     }
             */
            schema: {
                [key: string]: unknown;
            };
            /**
             * @description Whether the answer has to fit, as far as the provider can see to it.
             * @example true
             */
            strict?: boolean | null;
        } | null;
        /**
         * @description The form of the answer. `text` is the same as absent. `json_object` asks for JSON of any form and needs
         *     `response_format` in `supportedParameters`; `json_schema` asks for JSON that fits a schema, and needs
         *     `structured_outputs` there. The bytes of it count into the hold, and no characters of it into `promptChars`.
         */
        ResponseFormat: {
            /**
             * @description The kind of answer.
             * @example json_schema
             * @enum {string}
             */
            type: "text" | "json_object" | "json_schema";
            json_schema?: components["schemas"]["JsonSchemaFormat"];
        } | null;
        /**
         * @description What the run belongs to on your side. Echoed on the run, and usable as filters of the list. A provider
         *     gets at most a keyed hash of it. Without any member it is the same as absent.
         */
        AttributionInput: {
            /**
             * @description The session or conversation.
             * @example chat-7731
             */
            sessionId?: string | null;
            /**
             * @description The end user.
             * @example customer-118
             */
            endUserId?: string | null;
            /**
             * @description The prompt template.
             * @example invoice-summary
             */
            promptId?: string | null;
            /**
             * @description The version of the prompt template.
             * @example 7
             */
            promptVersion?: string | null;
        } | null;
        /**
         * @description Labels of your own. Echoed on the run, and usable as a filter of the list. No provider gets them. Without any
         *     member it is the same as absent.
         * @example {
         *       "team": "billing",
         *       "job": "month-end"
         *     }
         */
        MetadataInput: {
            [key: string]: string;
        } | null;
        /**
         * @description The run to create, or to estimate. An optional member that is null means the same as one that is absent. A
         *     member that an object has twice is refused, and so are the NUL character and half a surrogate pair in any text or
         *     name, a number beyond a double, more than 64 levels, and more than 50,000 values and members.
         */
        CreateModelRun: {
            /**
             * @description The exact identifier of a model of the catalog. A display name is refused.
             * @example sandbox/echo
             */
            model: string;
            /**
             * @description The conversation, oldest first. It ends with a user message or with the results of all calls of the
             *     assistant message before. Its size together with `tools` is bounded by `maxPromptChars`, and by the context
             *     of the model where that proves it too long.
             * @example [
             *       {
             *         "role": "user",
             *         "content": "Summarise invoice 42 in one sentence."
             *       }
             *     ]
             */
            messages: components["schemas"]["Message"][];
            /**
             * Format: int32
             * @description The most tokens to generate. The limit in force is `maxOutputTokens` of the limits, or the model's own.
             * @example 1024
             */
            maxOutputTokens: number;
            /** @description The functions that the model may call. Their names differ from each other. An empty list is the same as none. */
            tools?: components["schemas"]["ToolDefinition"][] | null;
            tool_choice?: components["schemas"]["ToolChoice"];
            /**
             * @description Whether the model may make several calls in one message. Only together with `tools`.
             * @example false
             */
            parallel_tool_calls?: boolean | null;
            /**
             * Format: double
             * @description How freely the model chooses its words: 0 keeps to the likeliest. If `supportedParameters` of the model does not
             *     name it, the request is refused with `unsupported_parameter`. If it is absent, the provider decides. Both hold
             *     for all members from here to `response_format`.
             * @example 0.2
             */
            temperature?: number | null;
            /**
             * Format: double
             * @description The model chooses among the likeliest tokens that together have this probability.
             * @example 0.9
             */
            top_p?: number | null;
            /**
             * @description Generation ends before the first of these texts. None of it is in the answer.
             * @example [
             *       "\n\n"
             *     ]
             */
            stop?: string[] | null;
            /**
             * Format: int64
             * @description With the same seed and request a model tries to answer the same. No provider promises it.
             * @example 42
             */
            seed?: number | null;
            reasoning?: components["schemas"]["ReasoningRequest"];
            response_format?: components["schemas"]["ResponseFormat"];
            /**
             * Format: int64
             * @description Refuse the run if its hold would be larger than this.
             * @example 20000000
             */
            maxReservedAmount?: number | null;
            /**
             * Format: int32
             * @description Fail the run with `run_expired`, free of charge, if it is not sent to the provider within so many seconds. The
             *     run says when in `expiresAt`. The deployment has a limit of its own, and the shorter one holds.
             * @example 30
             */
            expiresAfterSeconds?: number | null;
            attribution?: components["schemas"]["AttributionInput"];
            metadata?: components["schemas"]["MetadataInput"];
        };
        /** @description What the run would hold. It binds nobody. */
        PlaygroundEstimate: {
            /**
             * Format: int64
             * @description The hold, and the most that the run can cost.
             * @example 670320
             */
            reservedAmount: number;
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
            /**
             * Format: int32
             * @description The fee that the hold includes, in hundredths of a percent of the cost.
             * @example 500
             */
            feeBasisPoints: number;
            /**
             * @description Whether your key, or the one that the run would make, covers it.
             * @example true
             */
            covered: boolean;
            /**
             * Format: int64
             * @description The size of the conversation, counted as `maxPromptChars` counts it.
             * @example 60
             */
            promptChars: number;
        };
        /** @description What the tool charges by a count of its own. Where it does. */
        ToolUnitPricing: {
            /**
             * @description What is counted.
             * @example page
             */
            name: string;
            /**
             * @description For each of them.
             * @example 0.002
             */
            price: string;
            /**
             * Format: int64
             * @description The most that a call is charged for.
             * @example 50
             */
            max: number;
        };
        /** @description US dollars without the fee, as decimals. A hold covers the most that the run can cost. */
        ToolPricing: {
            /**
             * @description For each call that is answered.
             * @example 0.001
             */
            perCall: string;
            /**
             * @description For each second that has begun between sending and the answer. Where time is charged.
             * @example 0.0001
             */
            perSecond?: string;
            perUnit?: components["schemas"]["ToolUnitPricing"];
        };
        /** @description A tool that runs can name. */
        CatalogTool: {
            /**
             * @description The exact identifier to give as `tool`.
             * @example sandbox/echo
             */
            id: string;
            /**
             * @description The SHA-256 of the definition that the server gave, in the canonical form of RFC 8785. It changes with every change
             *     of the definition.
             * @example 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
             */
            version: string;
            /**
             * @description What to call it in the `tools` of a model run.
             * @example sandbox__echo
             */
            functionName: string;
            /**
             * @description What people call it. Where the server says.
             * @example Echo
             */
            title?: string;
            /**
             * @description What it does, for models and people. Where the server says.
             * @example Says what it is told.
             */
            description?: string;
            /**
             * @description The JSON Schema (2020-12) of `input`.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "text": {
             *           "type": "string"
             *         }
             *       },
             *       "required": [
             *         "text"
             *       ]
             *     }
             */
            inputSchema: {
                [key: string]: unknown;
            };
            /**
             * @description The JSON Schema of `output.structured`. Where the tool promises a form.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "sum": {
             *           "type": "number"
             *         }
             *       }
             *     }
             */
            outputSchema?: {
                [key: string]: unknown;
            };
            /**
             * @description What the server says of the effects of the tool, such as `readOnlyHint`, after the Model Context Protocol. Nothing
             *     proves it.
             * @example {
             *       "readOnlyHint": true
             *     }
             */
            annotations?: {
                [key: string]: unknown;
            };
            pricing: components["schemas"]["ToolPricing"];
            /**
             * Format: int32
             * @description The highest `timeoutSeconds`, and the one of a run that gives none.
             * @example 60
             */
            maxTimeoutSeconds: number;
            /**
             * @description Whether an answer that says that the tool failed completes the run and is charged. Elsewhere it fails the run with
             *     `tool_error`, free of charge.
             * @example false
             */
            errorsAreAnswers: boolean;
        };
        /** @description A tool as programs see it, and whether it can be called. */
        ShownTool: components["schemas"]["CatalogTool"] & {
            /**
             * @description Why runs of the tool are refused now; absent if they are not. `changed`: its server has another definition,
             *     which the operator has not approved. `gone`: its server has it no longer. `unusable`: a schema of it cannot be
             *     checked. More may be added.
             * @example changed
             * @example gone
             * @example unusable
             */
            withheld?: "changed" | "gone" | "unusable" | Unlisted;
        };
        /** @description The tools of the deployment. */
        ToolCatalog: {
            /** @description By identifier. */
            tools: components["schemas"]["ShownTool"][];
        };
        /**
         * @description | Code | Meaning |
         *     | - | - |
         *     | `tool_error` | The tool was carried out and says that it failed; `output` says why |
         *     | `invalid_output` | The tool answered something else than it promises; it is in `output` |
         *     | `answer_unusable` | The tool was carried out, but its answer cannot be used: it is beyond a limit, or has a wrong form. `message` says which. The answer is in `output.raw`, unless it has too many bytes |
         *     | `timed_out` | The tool did not answer in time. It was asked to stop, and may have taken effect |
         *     | `needs_input` | The tool asked a person for input or an approval, which nobody can give here. It was asked to stop, and may have taken effect |
         *     | `provider_refused` | The server of the tool would not do it |
         *     | `provider_unavailable` | The server of the tool could not do it, and did not |
         *     | `run_expired` | Nothing could be sent before the run's deadline |
         *     | `outcome_unknown` | Its outcome could not be found out in time. It may have taken effect |
         *     | `key_revoked` | The API key was revoked before the run was sent |
         *     | `cancelled` | It was canceled before there was an answer. It may have taken effect where it had been sent |
         *     | `internal` | A fault of the service, before anything was sent |
         *
         *     More may be added.
         * @example tool_error
         * @example invalid_output
         * @example answer_unusable
         * @example timed_out
         * @example needs_input
         * @example provider_refused
         * @example provider_unavailable
         * @example run_expired
         * @example outcome_unknown
         * @example key_revoked
         * @example cancelled
         * @example internal
         */
        ToolRunErrorCode: "tool_error" | "invalid_output" | "answer_unusable" | "timed_out" | "needs_input" | "provider_refused" | "provider_unavailable" | "run_expired" | "outcome_unknown" | "key_revoked" | "cancelled" | "internal" | Unlisted;
        /** @description The run that requested this one, as the create named it. */
        Parent: {
            /**
             * @description The `id` of that run.
             * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            runId: string;
            /**
             * @description The `id` of the call in the message of that run.
             * @example call_7d1f
             */
            toolCallId?: string;
        };
        /** @description A tool run as a row of the list. */
        ToolRunRow: components["schemas"]["RunRow"] & {
            /**
             * @description Names the run.
             * @example trun_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            id: string;
            /**
             * @description The identifier of the tool.
             * @example sandbox/add
             */
            tool: string;
            /**
             * @description The version of the tool that was called.
             * @example 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
             */
            toolVersion: string;
            errorCode?: components["schemas"]["ToolRunErrorCode"];
            parent?: components["schemas"]["Parent"];
        };
        /** @description A page of tool runs, newest first. */
        ToolRunRowList: {
            /** @description The runs of this page. It may be short, or empty, while there are more. */
            data: components["schemas"]["ToolRunRow"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AaDqf7jdJAPk6z-PFfacQIowMTk4MTQyZC05M2FmLTcyMzQtOWEwZC04NTg5ZTQxYjliOWY
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description Tool runs as CSV, encoded in UTF-8, which a byte order mark says to spreadsheets. */
        ToolRunFile: string;
        /**
         * @description Why the run waits in `queued`, and when it is tried again; `expiresAt` says until when. It was tried before,
         *     and for certain not executed.
         */
        RunQueue: {
            /**
             * @description Why the last attempt came to nothing, for people.
             * @example The provider has no capacity for the request at the moment.
             */
            reason: string;
            /**
             * Format: int32
             * @description How often it was tried.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it is tried next, as soon as there is room then. Absent if `expiresAt` comes first.
             * @example 2025-07-01T09:30:02.250Z
             */
            nextAttemptAt?: string;
        };
        /**
         * @description What is known about a run whose outcome is not, in `needs_reconciliation`, or whose price is not, in `received`;
         *     and what happens next.
         */
        RunReconciliation: {
            /**
             * @description How the outcome, or the price, came to be unknown, for people.
             * @example The connection broke after the request had been sent.
             */
            reason: string;
            /**
             * Format: int32
             * @description How often the provider was asked.
             * @example 2
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was last asked. Absent before the first time.
             * @example 2025-07-01T09:30:05.118Z
             */
            lastCheckedAt?: string;
            /**
             * Format: date-time
             * @description When it is asked next, if nobody reads the run before: a read asks at once where the last time is more than
             *     2 seconds ago.
             * @example 2025-07-01T09:30:09.118Z
             */
            nextCheckAt?: string;
            /**
             * Format: date-time
             * @description When the search ends, after one more check; where the provider's records cannot be reached then, an hour later at most.
             * @example 2025-07-01T09:40:03.102Z
             */
            deadline: string;
            /**
             * @description What happens then. In `needs_reconciliation`, `fail_uncharged` fails the run with `outcome_unknown` and
             *     releases the hold. In `received`, `charge_list_price` completes it at the price list, and
             *     `complete_uncharged` completes it without a charge, because its tokens were not counted either. More may be
             *     added.
             * @example fail_uncharged
             * @example charge_list_price
             * @example complete_uncharged
             */
            onDeadline: "fail_uncharged" | "charge_list_price" | "complete_uncharged" | Unlisted;
        };
        /** @description The progress of the tool, as it was last reported. While it works, if it reports any. */
        ToolRunProgress: {
            /**
             * Format: double
             * @description Rises as the work goes on.
             * @example 3
             */
            value: number;
            /**
             * Format: double
             * @description What `value` is at the end. Where it is known.
             * @example 10
             */
            total?: number;
            /**
             * @description What the tool says that it does, for people.
             * @example Reading page 3
             */
            message?: string;
        };
        /** @description What the call used. A count that is not known is left out. */
        ToolRunUsage: {
            /**
             * Format: int64
             * @description Milliseconds from sending to the answer. Seconds that have begun are charged, up to the time-out.
             * @example 412
             */
            durationMs?: number;
            /**
             * Format: int64
             * @description The units that the tool says it used, up to the maximum of its price. Where it is priced by units.
             * @example 3
             */
            units?: number;
        };
        /** @description Why the run failed. A failed run costs nothing. */
        ToolRunError: {
            code: components["schemas"]["ToolRunErrorCode"];
            /**
             * @description What happened, for people.
             * @example The tool was carried out and says that it failed; its output says why.
             */
            message: string;
            /**
             * @description Whether a new run, under a new request key, could succeed. The old key gives this failure for ever.
             * @example false
             */
            retryable: boolean;
            /**
             * Format: int32
             * @description The HTTP status that the server of the tool answered with, if it did.
             * @example 403
             */
            providerStatus?: number;
        };
        /** @description A saved tool run as the list shows it, without its output. */
        ToolRunSummary: components["schemas"]["BillableRun"] & {
            /**
             * @description Names the run for ever; keep it for support and billing. The server of the tool gets it with the call.
             * @example trun_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            id: string;
            /**
             * @description The identifier of the tool that the run was created with.
             * @example sandbox/echo
             */
            tool: string;
            /**
             * @description The version of the tool that the run was created with.
             * @example 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
             */
            toolVersion: string;
            state: components["schemas"]["RunState"];
            queue?: components["schemas"]["RunQueue"];
            reconciliation?: components["schemas"]["RunReconciliation"];
            progress?: components["schemas"]["ToolRunProgress"];
            usage?: components["schemas"]["ToolRunUsage"];
            error?: components["schemas"]["ToolRunError"];
            parent?: components["schemas"]["Parent"];
        };
        /**
         * @description One part of an answer; `type` says what else it has: `text` for `text`, `data` and `mimeType` for `image` and `audio`,
         *     `uri` for `resource_link`, `resource` for `resource`. More types may be added.
         */
        ToolContent: {
            /**
             * @description What the part is.
             * @example text
             * @example image
             * @example audio
             * @example resource_link
             * @example resource
             */
            type: "text" | "image" | "audio" | "resource_link" | "resource" | Unlisted;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description What the tool answered, with the values that its server sent. On completed runs, and on those that failed with
         *     `tool_error`, `invalid_output` or, as `raw`, `answer_unusable`.
         */
        ToolOutput: {
            /**
             * @description Texts, images, sounds, links to resources and resources, after the Model Context Protocol.
             * @example [
             *       {
             *         "type": "text",
             *         "text": "Hello"
             *       }
             *     ]
             */
            content: components["schemas"]["ToolContent"][];
            /**
             * @description The answer as JSON, in the form of `outputSchema` of the tool. Where the tool gives one.
             * @example {
             *       "sum": 5
             *     }
             */
            structured?: {
                [key: string]: unknown;
            };
            /**
             * @description The tool was carried out and says that it failed. Absent if it does not.
             * @example true
             */
            isError?: boolean;
            /**
             * @description The answer as its server sent it, if it cannot be used and is within `maxOutputBytes`. Then `content` is empty.
             *     For an MCP server, it is the message, or its result. On runs that failed with `answer_unusable`.
             * @example {"jsonrpc":"2.0","id":3,"result":{"content":"no list"}}
             */
            raw?: string;
        };
        /**
         * @description A saved tool run: its summary, and what the tool answered. The members beyond the required ones are there if they
         *     apply and are known: the amounts on completed runs, `error` on failed ones.
         */
        ToolRun: components["schemas"]["ToolRunSummary"] & {
            output?: components["schemas"]["ToolOutput"];
        };
        /** @description A tool run with all that is known of it. */
        ToolRunDetail: {
            run: components["schemas"]["ToolRun"];
            /**
             * @description The arguments of the call, as they were given. Absent once they have been purged.
             * @example {
             *       "a": 2,
             *       "b": 3
             *     }
             */
            input?: {
                [key: string]: unknown;
            };
            /** @description The states that the run went through, oldest first. */
            history: components["schemas"]["StateChange"][];
            /** @description The movements of money that the run made, oldest first. */
            entries: components["schemas"]["Entry"][];
        };
        /** @description Addresses that code reaches over TCP. */
        ReachedAddresses: {
            /**
             * @description The addresses.
             * @example 10.20.0.0/16
             */
            cidr: string;
            /**
             * @description The ports at each of them.
             * @example [
             *       443
             *     ]
             */
            ports: number[];
            /**
             * @description Names by which the code reaches it, if it is one address. No other name leads anywhere.
             * @example [
             *       "mirror.example.com"
             *     ]
             */
            names?: string[];
        };
        /**
         * @description The clock that `perCpuSecond` is charged by. Memory is charged for the time in which the code could run, with either.
         *     More may be added.
         *
         *     | Clock | Meaning |
         *     | - | - |
         *     | `processor` | The time that processors worked for the code, `cpuMs`, or a tenth of what `wall` charges for if that is more: idle processors are reserved as well |
         *     | `wall` | The time in which the code could run, `billableMs`, for all processors that it was sold |
         * @example processor
         * @example wall
         */
        BilledTime: "processor" | "wall" | Unlisted;
        /** @description Prices as exact decimals in the currency of the deployment. */
        ComputePricing: {
            /**
             * @description Of each job that started.
             * @example 0.0001
             */
            perJob: string;
            /**
             * @description Of one processor for a second, by the millisecond of the clock in `billedTime`.
             * @example 0.000014
             */
            perCpuSecond: string;
            /**
             * @description Of a gibibyte of memory for a second, by the millisecond.
             * @example 0.0000045
             */
            perGibSecond: string;
        };
        /** @description What code can run in. */
        ComputeEnvironment: {
            /**
             * @description The identifier to give as `environment`.
             * @example javascript
             */
            id: string;
            /**
             * @description What it is, for people. Where the operator says.
             * @example JavaScript in QuickJS, without network and without files of the machine.
             */
            description?: string;
            /**
             * @description What a job brings: the `source` of a program, or a `command`. More may be added.
             * @example source
             * @example command
             */
            kind: "source" | "command" | Unlisted;
            /**
             * @description What isolates the code from the machine. More may be added.
             *
             *     | Isolation | Meaning |
             *     | - | - |
             *     | `container` | A container: the kernel of the machine, with limits |
             *     | `wasm` | WebAssembly in a process with limits |
             *     | `gvisor` | A kernel of its own in user space |
             *     | `vm` | A virtual machine |
             * @example container
             * @example wasm
             * @example gvisor
             * @example vm
             */
            isolation: "container" | "wasm" | "gvisor" | "vm" | Unlisted;
            /**
             * @description The network that the code reaches. More may be added.
             *
             *     | Network | Meaning |
             *     | - | - |
             *     | `none` | None, not even the machine that it runs on |
             *     | `allowlist` | The hosts in `allowlist`, over TCP |
             * @example none
             * @example allowlist
             */
            network: "none" | "allowlist" | Unlisted;
            /** @description What the code reaches. Absent if `network` is `none`. */
            allowlist?: components["schemas"]["ReachedAddresses"][];
            /**
             * Format: int32
             * @description The most that a job may have of processors, in thousandths of one.
             * @example 1000
             */
            maxCpuMillis: number;
            /**
             * Format: int32
             * @description The most memory that a job may have, in mebibytes.
             * @example 512
             */
            maxMemoryMb: number;
            /**
             * Format: int32
             * @description The highest `timeoutSeconds` of a job.
             * @example 3600
             */
            maxTimeoutSeconds: number;
            billedTime: components["schemas"]["BilledTime"];
            pricing: components["schemas"]["ComputePricing"];
        };
        /** @description What this deployment allows and charges for compute jobs. */
        ComputeJobLimits: {
            /**
             * Format: int64
             * @description The most bytes that source, command, input and files may have together.
             * @example 8388608
             */
            maxInputBytes: number;
            /**
             * Format: int64
             * @description The most bytes that are kept of what the code writes to both streams.
             * @example 8388608
             */
            maxLogBytes: number;
            /**
             * Format: int64
             * @description The most bytes that the artifacts of a job may have together.
             * @example 67108864
             */
            maxArtifactBytes: number;
            /**
             * Format: int32
             * @description The highest `timeoutSeconds` of a job. An environment may have a lower one.
             * @example 3600
             */
            maxTimeoutSeconds: number;
            /**
             * Format: int32
             * @description The fee, in hundredths of a percent of the cost.
             * @example 500
             */
            feeBasisPoints: number;
        };
        /** @description What jobs can run in, and what all of them have to keep to. */
        EnvironmentCatalog: {
            /** @description By identifier. */
            environments: components["schemas"]["ComputeEnvironment"][];
            limits: components["schemas"]["ComputeJobLimits"];
        };
        /**
         * @description The state of the job. More states may be added: treat an unknown one as pending.
         *
         *     | State | Meaning |
         *     | - | - |
         *     | `reserved` | Saved, credit held, not yet taken up |
         *     | `queued` | Waiting for a machine with room for its processors and memory. Costs nothing |
         *     | `submitting` | Being started |
         *     | `running` | The engine has it, and is asked how it goes |
         *     | `needs_reconciliation` | Whether it runs is unknown and is being looked up |
         *     | `completed` | Terminal: the code ran, and `result` says how it ended |
         *     | `failed` | Terminal, with an error and no charge |
         * @example reserved
         * @example queued
         * @example submitting
         * @example running
         * @example needs_reconciliation
         * @example completed
         * @example failed
         */
        ComputeJobState: "reserved" | "queued" | "submitting" | "running" | "needs_reconciliation" | "completed" | "failed" | Unlisted;
        /**
         * @description How the code ended. All of these are charged for the time that it took. More may be added.
         *
         *     | Result | Meaning |
         *     | - | - |
         *     | `exited` | By itself, with an `exitCode` or by a `signal` |
         *     | `timed_out` | It could run for `timeoutSeconds`, and was ended |
         *     | `out_of_memory` | It wanted more memory than it had |
         *     | `cancelled` | It was ended because somebody canceled the job |
         * @example exited
         * @example timed_out
         * @example out_of_memory
         * @example cancelled
         */
        ComputeJobResult: "exited" | "timed_out" | "out_of_memory" | "cancelled" | Unlisted;
        /**
         * @description | Code | Meaning |
         *     | - | - |
         *     | `environment_unavailable` | The job did not start, and does not |
         *     | `engine_lost` | The engine or its machine is gone, and how the job ended is unknown |
         *     | `run_expired` | It could not start before its deadline |
         *     | `provider_unavailable` | The engine had no room for it for too long |
         *     | `outcome_unknown` | Its outcome could not be found out in time |
         *     | `key_revoked` | The API key was revoked before the job started |
         *     | `cancelled` | It was canceled before it started |
         *     | `internal` | A fault of the service, before anything started |
         *
         *     More may be added.
         * @example environment_unavailable
         * @example engine_lost
         * @example run_expired
         * @example provider_unavailable
         * @example outcome_unknown
         * @example key_revoked
         * @example cancelled
         * @example internal
         */
        ComputeJobErrorCode: "environment_unavailable" | "engine_lost" | "run_expired" | "provider_unavailable" | "outcome_unknown" | "key_revoked" | "cancelled" | "internal" | Unlisted;
        /** @description A compute job as a row of the list. */
        JobRow: components["schemas"]["RunRow"] & {
            /**
             * @description Names the job.
             * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            id: string;
            /**
             * @description The identifier of the environment.
             * @example javascript
             */
            environment: string;
            state: components["schemas"]["ComputeJobState"];
            result?: components["schemas"]["ComputeJobResult"];
            /**
             * Format: int32
             * @description What the code ended with. Absent if it was ended.
             * @example 0
             */
            exitCode?: number;
            /**
             * @description The signal that ended the code, if one did.
             * @example SIGSEGV
             */
            signal?: string;
            /**
             * Format: int64
             * @description The milliseconds that are charged. On completed jobs.
             * @example 1600
             */
            billableMs?: number;
            errorCode?: components["schemas"]["ComputeJobErrorCode"];
            parent?: components["schemas"]["Parent"];
        };
        /** @description A page of compute jobs, newest first. */
        JobRowList: {
            /** @description The jobs of this page. It may be short, or empty, while there are more. */
            data: components["schemas"]["JobRow"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AaDqf7jdJAPk6z-PFfacQIowMTk4MTQyZC05M2FmLTcyMzQtOWEwZC04NTg5ZTQxYjliOWY
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description Compute jobs as CSV, encoded in UTF-8, which a byte order mark says to spreadsheets. */
        JobsFile: string;
        /** @description What the job used. On completed jobs. */
        ComputeJobUsage: {
            /**
             * Format: int64
             * @description The milliseconds in which the code could run, from its start to its end: memory is charged for them, and with the
             *     clock `wall` the processors too. Time in which its machine kept it waiting for a processor does not count, if the
             *     engine measures that. Never above the time-out.
             * @example 1600
             */
            billableMs: number;
            /**
             * Format: int64
             * @description Milliseconds of a processor that the code used, if the engine reports them. With the clock `processor`, they are
             *     charged, or a tenth of `billableMs` times the processors that were sold, if that is more. They are then never
             *     above the time-out times those processors.
             * @example 940
             */
            cpuMs?: number;
            billedTime?: components["schemas"]["BilledTime"];
            /**
             * Format: int64
             * @description The most memory that it had at once. If the engine reports it.
             * @example 16777216
             */
            maxMemoryBytes?: number;
        };
        /** @description How much was kept of what the code wrote. On completed jobs. */
        ComputeJobLogSizes: {
            /**
             * Format: int64
             * @description Of its standard output.
             * @example 6
             */
            stdoutBytes: number;
            /**
             * Format: int64
             * @description Of its standard error.
             * @example 0
             */
            stderrBytes: number;
            /**
             * @description Whether it wrote more than `maxLogBytes`. What came later was not kept.
             * @example false
             */
            truncated: boolean;
        };
        /** @description A file that was kept. */
        ComputeJobArtifact: {
            /**
             * @description The path that stood in `outputs`.
             * @example result.json
             */
            name: string;
            /**
             * Format: int64
             * @description Its size.
             * @example 9
             */
            bytes: number;
            /**
             * @description Its SHA-256.
             * @example d50d13969764d0dab0a08fff64278764011d09652406a02f8c58455872371065
             */
            sha256: string;
        };
        /** @description Why the job failed. A failed job costs nothing. */
        ComputeJobError: {
            code: components["schemas"]["ComputeJobErrorCode"];
            /**
             * @description What happened, for people.
             * @example The job was not started. The keeper of the job was gone before its code began.
             */
            message: string;
            /**
             * @description Whether a new job, under a new request key, could succeed. The old key gives this failure for ever.
             * @example true
             */
            retryable: boolean;
            /**
             * Format: int32
             * @description The HTTP status that the engine answered with, if it did.
             * @example 503
             */
            providerStatus?: number;
        };
        /**
         * @description A saved compute job. The members beyond the required ones are there if they apply and are known: the amounts,
         *     `result` and what belongs to it on completed jobs, `error` on failed ones.
         */
        ComputeJob: components["schemas"]["BillableRun"] & {
            /**
             * @description Names the job for ever; keep it for support and billing.
             * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            id: string;
            /**
             * @description The environment that the job was created with.
             * @example javascript
             */
            environment: string;
            state: components["schemas"]["ComputeJobState"];
            queue?: components["schemas"]["RunQueue"];
            reconciliation?: components["schemas"]["RunReconciliation"];
            /**
             * Format: date-time
             * @description When the code began, by the clock of the engine. On completed jobs, and on reads of a job whose code runs.
             * @example 2025-07-01T09:30:00.412Z
             */
            startedAt?: string;
            /**
             * Format: date-time
             * @description When the code ended, by the clock of the engine. On completed jobs.
             * @example 2025-07-01T09:30:02.012Z
             */
            endedAt?: string;
            result?: components["schemas"]["ComputeJobResult"];
            /**
             * Format: int32
             * @description What the code ended with. Absent if it was ended.
             * @example 0
             */
            exitCode?: number;
            /**
             * @description The signal that ended the code, if one did.
             * @example SIGSEGV
             */
            signal?: string;
            usage?: components["schemas"]["ComputeJobUsage"];
            logs?: components["schemas"]["ComputeJobLogSizes"];
            /** @description The files that were kept. On completed jobs. */
            artifacts?: components["schemas"]["ComputeJobArtifact"][];
            /**
             * @description The paths of `outputs` of which no file was kept, on completed jobs that have any: it was not there at the end,
             *     was no regular file, or did not fit into `maxArtifactBytes`.
             * @example [
             *       "plot.png"
             *     ]
             */
            missingOutputs?: string[];
            /**
             * Format: date-time
             * @description When `logs` and `artifacts` expire at the latest: from then on they answer 404. On jobs that have left logs. A
             *     workspace that keeps content for fewer days removes them earlier: see `contentPurgedAt`.
             * @example 2025-08-01T00:00:00.000Z
             */
            outputsExpireAt?: string;
            error?: components["schemas"]["ComputeJobError"];
            parent?: components["schemas"]["Parent"];
        };
        /** @description What the job may use, and the prices that were agreed on at its creation. */
        JobTerms: {
            /**
             * Format: int32
             * @description Thousandths of a processor.
             * @example 1000
             */
            cpuMillis: number;
            /**
             * Format: int32
             * @description Memory in mebibytes.
             * @example 128
             */
            memoryMb: number;
            /**
             * Format: int32
             * @description The most time that the code may take.
             * @example 60
             */
            timeoutSeconds: number;
            billedTime: components["schemas"]["BilledTime"];
            pricing: components["schemas"]["ComputePricing"];
        };
        /** @description A text, or its beginning. */
        JobText: {
            /**
             * Format: int64
             * @description How many bytes it has, all of it.
             * @example 20
             */
            bytes: number;
            /**
             * @description Its first 65,536 characters.
             * @example console.log('Hello')
             */
            text: string;
            /**
             * @description Whether there is more of it; absent if not.
             * @example true
             */
            isCut?: boolean;
        };
        /** @description A file that the job was given. */
        JobFile: {
            /**
             * @description Its path in the working directory.
             * @example data/input.csv
             */
            path: string;
            /**
             * Format: int64
             * @description Its size.
             * @example 4
             */
            bytes: number;
            /**
             * @description Its first 4,096 characters. Absent if it is no text.
             * @example a,b
             */
            text?: string;
            /**
             * @description Whether there is more of it than `text`; absent if not.
             * @example true
             */
            isCut?: boolean;
        };
        /**
         * @description What the job was asked to run. Absent once it has been purged. Texts beyond their bounds are cut, and only the names of
         *     variables are returned, because their values are often secret.
         */
        JobProgram: {
            source?: components["schemas"]["JobText"];
            /**
             * @description The program and its arguments, the first 100 of them.
             * @example [
             *       "python3",
             *       "main.py"
             *     ]
             */
            command?: string[];
            stdin?: components["schemas"]["JobText"];
            /** @description Files in the working directory, the first 100 of them. */
            files?: components["schemas"]["JobFile"][];
            /**
             * @description The names of the variables.
             * @example [
             *       "LANG"
             *     ]
             */
            variables?: string[];
            /**
             * @description The paths of the files that were to be kept.
             * @example [
             *       "result.json"
             *     ]
             */
            outputs?: string[];
            /**
             * @description Whether there are more arguments or files, or longer arguments, than are returned; absent if not.
             * @example true
             */
            isCut?: boolean;
        };
        /** @description A compute job with all that is known of it. */
        JobDetail: {
            job: components["schemas"]["ComputeJob"];
            asked: components["schemas"]["JobTerms"];
            program?: components["schemas"]["JobProgram"];
            /** @description The states that the job went through, oldest first. */
            history: components["schemas"]["StateChange"][];
            /** @description The movements of money that the job made, oldest first. */
            entries: components["schemas"]["Entry"][];
        };
        /** @description A part of what a job has written to one of its streams. */
        ComputeJobLog: {
            /**
             * @description The stream. More may be added.
             * @example stdout
             * @example stderr
             */
            stream: "stdout" | "stderr" | Unlisted;
            /**
             * Format: int64
             * @description How many bytes of the stream stand before this part.
             * @example 0
             */
            after: number;
            /**
             * Format: int64
             * @description Give it as `after` to read on.
             * @example 6
             */
            next: number;
            /**
             * @description The part, as far as it was written. Empty if nothing is there by now.
             * @example Hello
             */
            text: string;
            /**
             * @description Whether the job has ended and nothing comes behind this part.
             * @example true
             */
            ended: boolean;
            /**
             * @description True if another machine of the service has the job, and what it has written by now cannot be read here. It is
             *     there once the job has ended.
             * @example true
             */
            elsewhere?: boolean;
        };
        /**
         * Format: binary
         * @description The bytes of the file.
         */
        ArtifactContent: string;
        /** @description A label and the version that it is on. */
        PlacedLabel: {
            /**
             * @description The label.
             * @example production
             */
            label: string;
            /**
             * Format: int32
             * @description The number of the version. Each prompt counts from 1, without gaps.
             * @example 7
             */
            version: number;
        };
        /** @description A prompt, with what its labels are on. */
        Prompt: {
            /**
             * @description The name of the prompt. It is the `promptId` of runs that are attributed to it.
             * @example invoice-summary
             */
            name: string;
            /**
             * Format: int32
             * @description The number of the newest version.
             * @example 7
             */
            latestVersion: number;
            /** @description The labels, by name. */
            labels: components["schemas"]["PlacedLabel"][];
            /**
             * Format: date-time
             * @description When its first version was saved.
             * @example 2025-06-02T08:11:40.202Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a version was saved, or a label moved, last.
             * @example 2025-07-01T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** @description A prompt as programs see it, and who saved its newest version. */
        PromptRow: components["schemas"]["Prompt"] & {
            /**
             * Format: date-time
             * @description When the newest version was saved.
             * @example 2025-07-01T09:30:00.000Z
             */
            savedAt: string;
            /**
             * @description The API key that saved the newest version. Where it was one.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            keyId?: string;
            savedBy?: components["schemas"]["Person"];
        };
        /** @description A page of the workspace's prompts, by name. */
        PromptRowList: {
            /** @description The prompts of this page. */
            data: components["schemas"]["PromptRow"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AUx2q0ZpHcXr8VdTnKf3Lw9pbnZvaWNlLXN1bW1hcnk
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description One message. */
        PromptMessageInput: {
            /**
             * @description Who says it.
             * @example system
             * @enum {string}
             */
            role: "system" | "user" | "assistant";
            /**
             * @description The text, with variables and references.
             * @example You write for {{audience}}.
             */
            content: string;
        };
        /**
         * @description The version to save: a `text` or `messages`, one of them. In their texts `{{name}}` is a variable and `{{> other}}` stands
         *     for the text of another prompt. A member that an object has twice is refused, and so are the NUL character and half a
         *     surrogate pair in any text or name.
         */
        CreatePromptVersion: {
            /**
             * @description Names the prompt in the workspace for ever. Slashes make folders.
             * @example invoice-summary
             */
            name: string;
            /**
             * @description What the user says. A model run gets it as one message of the user.
             * @example Summarise invoice {{number}} for {{audience}} in one sentence.
             */
            text?: string | null;
            /** @description The conversation, oldest first. It ends with a message of the user, or the run adds one. */
            messages?: components["schemas"]["PromptMessageInput"][] | null;
            /**
             * @description What the caller wants to keep with the version, such as the model. Given back as it is, and never read here. At most
             *     65,536 bytes as JSON.
             * @example {
             *       "model": "sandbox/echo",
             *       "maxOutputTokens": 200
             *     }
             */
            config?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The JSON Schema (2020-12) of the values, as one object. Where it has `properties`, they name each variable of the texts
             *     and no other. At most 65,536 bytes as JSON, without references to other documents.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "number": {
             *           "type": "integer"
             *         }
             *       }
             *     }
             */
            variables?: {
                [key: string]: unknown;
            } | null;
            /** @description The labels that this version takes over from the versions that have them now. */
            labels?: string[] | null;
            /**
             * @description Why there is this version, for people.
             * @example Name the reader.
             */
            comment?: string | null;
            /**
             * Format: int32
             * @description The version that this one was made from: 0 if there must be none yet. Where it is not the latest one, the save is
             *     refused with `version_conflict`. Left out, the save comes behind whatever is there.
             * @example 6
             */
            parentVersion?: number | null;
        };
        /** @description A version as the list shows it, without what it says. */
        PromptVersionSummary: {
            /**
             * @description The name of the prompt. It is the `promptId` of runs that are attributed to it.
             * @example invoice-summary
             */
            name: string;
            /**
             * Format: int32
             * @description The number of the version. Each prompt counts from 1, without gaps.
             * @example 7
             */
            version: number;
            /** @description The labels that are on this version now, by name. */
            labels: string[];
            /**
             * @description The SHA-256 of what the version says, in the canonical form of RFC 8785: its text or messages, configuration, schema and
             *     the versions that it refers to. Versions that say the same have the same.
             * @example 8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4
             */
            contentHash: string;
            /**
             * @description Why there is this version. Where the save said so.
             * @example Name the reader.
             */
            comment?: string;
            /**
             * Format: int32
             * @description The version that it was made from. Where the save said so.
             * @example 6
             */
            parentVersion?: number;
            /**
             * Format: date-time
             * @description When it was saved.
             * @example 2025-07-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description The API key that saved it. Where it was one, and not a person or the command line.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            keyId?: string;
        };
        /** @description One message, with its variables and references. */
        PromptMessage: {
            /**
             * @description Who says it.
             * @example system
             * @enum {string}
             */
            role: "system" | "user" | "assistant";
            /**
             * @description The text.
             * @example You write for {{audience}}.
             */
            content: string;
        };
        /** @description A version of another prompt. */
        PromptReference: {
            /**
             * @description The name of the prompt. It is the `promptId` of runs that are attributed to it.
             * @example invoice-summary
             */
            name: string;
            /**
             * Format: int32
             * @description The number of the version. Each prompt counts from 1, without gaps.
             * @example 7
             */
            version: number;
        };
        /** @description A version of a prompt, and what it says. */
        PromptVersion: components["schemas"]["PromptVersionSummary"] & {
            /**
             * @description The text, as it was saved.
             * @example Summarise invoice {{number}} for {{audience}} in one sentence.
             */
            text?: string;
            /** @description The messages, as they were saved. */
            messages?: components["schemas"]["PromptMessage"][];
            /** @description The variables that a rendering needs, those of its references too, by name. */
            variableNames: string[];
            /**
             * @description The JSON Schema of the values. Where the version has one.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "number": {
             *           "type": "integer"
             *         }
             *       }
             *     }
             */
            variables?: {
                [key: string]: unknown;
            };
            /**
             * @description What the save wanted to be kept with the version. Where it did.
             * @example {
             *       "model": "sandbox/echo",
             *       "maxOutputTokens": 200
             *     }
             */
            config?: {
                [key: string]: unknown;
            };
            /**
             * @description The versions of other prompts that it is made of, directly or by others, by name. They were settled when it was
             *     saved, so that it says the same for ever.
             */
            references: components["schemas"]["PromptReference"][];
        };
        /** @description A version as programs see it, and the person who saved it. */
        PromptVersionRow: components["schemas"]["PromptVersion"] & {
            savedBy?: components["schemas"]["Person"];
        };
        /** @description A version without what it says, and the person who saved it. */
        PromptVersionSummaryRow: components["schemas"]["PromptVersionSummary"] & {
            savedBy?: components["schemas"]["Person"];
        };
        /** @description A page of the versions of a prompt, newest first. */
        PromptVersionSummaryRowList: {
            /** @description The versions of this page. */
            data: components["schemas"]["PromptVersionSummaryRow"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AUx2q0ZpHcXr8VdTnKf3LzY
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description One or more whole lines. */
        DiffBlock: {
            /**
             * @description What happened to them.
             * @example added
             * @enum {string}
             */
            kind: "same" | "removed" | "added";
            /**
             * @description The lines, each with its end.
             * @example You write for {{audience}}.
             */
            text: string;
        };
        /** @description A part of the versions, in lines. */
        PromptChange: {
            /**
             * @description `content` is the text or the messages, each below a line with its role in brackets; `config` and `variables` are JSON
             *     with sorted members. More may be added.
             * @example content
             * @example config
             * @example variables
             */
            part: "content" | "config" | "variables" | Unlisted;
            /** @description Lines that follow each other and have one fate. Those of `same` and `removed` make up the part of `fromVersion`, those of `same` and `added` that of `toVersion`. */
            blocks: components["schemas"]["DiffBlock"][];
        };
        /** @description What differs between two versions. */
        PromptDiff: {
            /**
             * @description The name of the prompt. It is the `promptId` of runs that are attributed to it.
             * @example invoice-summary
             */
            name: string;
            /**
             * Format: int32
             * @description The number of the version. Each prompt counts from 1, without gaps.
             * @example 7
             */
            fromVersion: number;
            /**
             * Format: int32
             * @description The number of the version. Each prompt counts from 1, without gaps.
             * @example 7
             */
            toVersion: number;
            /** @description The parts that differ. Empty if the versions say the same. */
            changes: components["schemas"]["PromptChange"][];
        };
        /** @description Milliseconds from the creation to the end of completed runs, each percentile within 2 %. Absent if none has completed. */
        PromptLatency: {
            /**
             * Format: int64
             * @description Half of them took at most this long.
             * @example 912
             */
            p50: number;
            /**
             * Format: int64
             * @description 95 of a hundred took at most this long.
             * @example 2140
             */
            p95: number;
            /**
             * Format: int64
             * @description 99 of a hundred took at most this long.
             * @example 3660
             */
            p99: number;
        };
        /** @description The runs of one version. */
        PromptVersionUsage: {
            /**
             * @description The `promptVersion` that the runs were created with. Absent for those without one.
             * @example 7
             */
            version?: string;
            /**
             * Format: int64
             * @description The runs, those that have not ended too.
             * @example 1204
             */
            runs: number;
            /**
             * Format: int64
             * @description Those that completed.
             * @example 1201
             */
            completed: number;
            /**
             * Format: int64
             * @description Those that failed.
             * @example 2
             */
            failed: number;
            /**
             * Format: int64
             * @description The tokens of their prompts, if they were counted.
             * @example 31284
             */
            promptTokens: number;
            /**
             * Format: int64
             * @description The tokens of their answers, if they were counted.
             * @example 48961
             */
            completionTokens: number;
            /**
             * Format: int64
             * @description What they were charged, fees included.
             * @example 11947200
             */
            chargedAmount: number;
            latencyMs?: components["schemas"]["PromptLatency"];
        };
        /** @description What the model runs of a prompt used and cost, by version. */
        PromptUsage: {
            /**
             * @description The name of the prompt. It is the `promptId` of runs that are attributed to it.
             * @example invoice-summary
             */
            name: string;
            /**
             * Format: date-time
             * @description Where the span begins.
             * @example 2025-06-01T09:00:00.000Z
             */
            start: string;
            /**
             * Format: date-time
             * @description Where it ends. A run counts by the moment of its creation.
             * @example 2025-07-01T10:00:00.000Z
             */
            end: string;
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
            /** @description The versions that runs are attributed to, newest first. At most the 1,000 with the most runs. */
            versions: components["schemas"]["PromptVersionUsage"][];
        };
        /** @description Which label goes where. */
        MoveLabel: {
            /**
             * @description The label. `latest` is reserved, because it is always on the newest version.
             * @example production
             */
            label: string;
            /**
             * Format: int32
             * @description A version of the prompt.
             * @example 7
             */
            version: number;
            /**
             * Format: int32
             * @description The version that the label was on when you looked at it, or null where it was on none. Where it is another one now, the
             *     answer is 409. Left out, the label is moved wherever it is.
             * @example 6
             */
            fromVersion?: number | null;
        };
        /** @description A value, and how often it was given. */
        ScoreShare: {
            /**
             * @description The category, or `true` or `false`.
             * @example correct
             */
            value: string;
            /**
             * Format: int64
             * @description How many scores there are.
             * @example 12
             */
            count: number;
        };
        /** @description The scores of one version under one name and of one type. */
        PromptScore: {
            /**
             * @description The version, as the attribution of the runs names it. Absent if it names none.
             * @example 7
             */
            version?: string;
            /**
             * @description What was judged.
             * @example helpfulness
             */
            name: string;
            /**
             * @description What the values are. More may be added.
             * @example numeric
             * @example categorical
             * @example boolean
             */
            dataType: "numeric" | "categorical" | "boolean" | Unlisted;
            /**
             * Format: int64
             * @description How many scores there are.
             * @example 12
             */
            count: number;
            /**
             * @description Of numeric scores, their mean, rounded to six places.
             * @example 0.82
             */
            mean?: string;
            /**
             * @description Of numeric scores, the lowest, rounded to six places.
             * @example 0.4
             */
            lowest?: string;
            /**
             * @description Of numeric scores, the highest, rounded to six places.
             * @example 1
             */
            highest?: string;
            /** @description Of other scores, how often each value was given, the most frequent first. The 20 most frequent ones. */
            values?: components["schemas"]["ScoreShare"][];
        };
        /** @description The scores of a prompt, by version and name. */
        PromptScores: {
            /**
             * @description The prompt.
             * @example invoice-summary
             */
            name: string;
            /** @description By version, the newest first, then by name. */
            scores: components["schemas"]["PromptScore"][];
            /**
             * @description There are more scores than are added up, or more rows than are returned. Absent if these are all.
             * @example true
             */
            isPartial?: boolean;
        };
        /** @description A draft, with a `text` or `messages`, and the values of its variables. */
        PreviewPrompt: {
            /**
             * @description What the user says.
             * @example Summarise invoice {{number}} for {{audience}} in one sentence.
             */
            text?: string | null;
            /** @description The conversation, oldest first. */
            messages?: components["schemas"]["PromptMessageInput"][] | null;
            /**
             * @description The JSON Schema (2020-12) of the values, as one object.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "number": {
             *           "type": "integer"
             *         }
             *       }
             *     }
             */
            variables?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The values by the names of the variables. A variable without a value stays as it is written.
             * @example {
             *       "audience": "the accountant",
             *       "number": 42
             *     }
             */
            values?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description One message of the draft. */
        PreviewMessage: {
            /**
             * @description Who says it.
             * @example system
             * @enum {string}
             */
            role: "system" | "user" | "assistant";
            /**
             * @description The text.
             * @example You write for the accountant.
             */
            content: string;
        };
        /** @description What a draft would say. It has `messages`, or `faults` that say why not. */
        PromptPreview: {
            /** @description The messages, with the values and the texts of other prompts in their places. */
            messages?: components["schemas"]["PreviewMessage"][];
            /** @description The variables of the draft, those of its references too, by name. Empty if the draft cannot be read. */
            variableNames: string[];
            /** @description What is wrong, with pointers into the request. Empty if nothing is. */
            faults: components["schemas"]["Fault"][];
        };
        /** @description The protected labels of a workspace. */
        ProtectedLabels: {
            /** @description By name. */
            labels: string[];
        };
        /** @description Which label is protected. */
        ProtectLabel: {
            /**
             * @description The label. `latest` is reserved, because it is always on the newest version.
             * @example production
             */
            label: string;
        };
        /**
         * @description What spans add up to. `chargedAmount` is of completed runs, and is what the ledger has of them; what programs reported
         *     is never part of it.
         */
        SpanTotals: {
            /**
             * Format: int64
             * @description The runs among them.
             * @example 2
             */
            runs: number;
            /**
             * Format: int64
             * @description The runs that have not ended, whose charge is not known yet.
             * @example 0
             */
            pendingRuns: number;
            /**
             * Format: int64
             * @description The spans that programs sent.
             * @example 3
             */
            clientSpans: number;
            /**
             * Format: int64
             * @description The spans whose status is `error`.
             * @example 0
             */
            errors: number;
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
            /**
             * Format: int64
             * @description What the completed runs were charged together, fee included.
             * @example 17923
             */
            chargedAmount: number;
            /**
             * @description What programs reported as the cost of their spans, in total. Only if one did. A span counts only if no span of the
             *     group below it reports a cost: a parent that repeats the sum of its children is not counted again.
             * @example 0.0021
             */
            reportedCost?: string;
        };
        /** @description When the first and the last of the spans began, and what they add up to. */
        SpanSpread: {
            /**
             * Format: date-time
             * @description When the first span began.
             * @example 2025-07-01T09:30:00.000Z
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the last span began.
             * @example 2025-07-01T09:30:04.120Z
             */
            lastStartedAt: string;
            /**
             * Format: date-time
             * @description When the last span ended. Absent while a run has not ended.
             * @example 2025-07-01T09:30:05.330Z
             */
            lastFinishedAt?: string;
            totals: components["schemas"]["SpanTotals"];
            /**
             * @description There are more spans than a list adds up: the totals are of the newest 1,000 runs and the newest 1,000 spans that
             *     programs sent. Absent if they are of all.
             * @example true
             */
            isPartial?: boolean;
        };
        /** @description A trace as the list shows it. */
        TraceSummary: components["schemas"]["SpanSpread"] & {
            /**
             * @description Names the trace. Of a run that was created without `traceparent`, the UUID of the run.
             * @example 0198142d93af72349a0d8589e41b9b9f
             */
            traceId: string;
            /**
             * @description The name of its first span.
             * @example answer a question
             */
            name?: string;
            /**
             * @description The session that its newest span names, of those that name one.
             * @example chat-7731
             */
            sessionId?: string;
            /**
             * @description The end user that its newest span names, of those that name one.
             * @example customer-118
             */
            endUserId?: string;
        };
        /** @description A page of traces, the one with the newest span first. */
        TraceList: {
            /** @description The traces of this page. It may be short, or empty, while there are more. */
            data: components["schemas"]["TraceSummary"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AeL2Y7HewVE6CpRSwNYzOQ10cnVuXzAxazBhMno2cTNmMXB0ajhtNWI3Yzl5NG5h
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * @description Where the span comes from: `run` for one that is derived from a run, `client` for one that a program sent. More may be
         *     added.
         * @example run
         * @example client
         */
        SpanSourceName: "run" | "client" | Unlisted;
        /**
         * @description The side of a call that the span is, as OpenTelemetry has it. More may be added.
         * @example internal
         * @example server
         * @example client
         * @example producer
         * @example consumer
         */
        SpanKindName: "internal" | "server" | "client" | "producer" | "consumer" | Unlisted;
        /**
         * @description How it ended: `error` if it failed, `ok` if it is known to have succeeded, `unset` if nothing is known, as of a
         *     run that is pending. More may be added.
         * @example unset
         * @example ok
         * @example error
         */
        SpanStatusName: "unset" | "ok" | "error" | Unlisted;
        /** @description The tokens that were used. A count that is not known is left out. */
        SpanUsage: {
            /**
             * Format: int64
             * @description Tokens of the input, with those that came from a cache.
             * @example 412
             */
            inputTokens?: number;
            /**
             * Format: int64
             * @description Tokens of the output, with those of reasoning.
             * @example 96
             */
            outputTokens?: number;
            /**
             * Format: int64
             * @description Tokens of the input that came from a cache.
             * @example 256
             */
            cachedInputTokens?: number;
            /**
             * Format: int64
             * @description Tokens of the output that were spent on reasoning.
             * @example 32
             */
            reasoningTokens?: number;
        };
        /** @description The run that the span is derived from, and its money. Only on spans of runs. */
        SpanRun: {
            /**
             * @description The `id` of the run.
             * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            id: string;
            /**
             * @description The state of the run.
             * @example completed
             */
            state: string;
            /**
             * @description ISO 4217 code of the currency of the amounts.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
            /**
             * Format: int64
             * @description The hold that was taken at creation.
             * @example 670320
             */
            reservedAmount: number;
            /**
             * Format: int64
             * @description What the run cost, fee included. Only on completed runs.
             * @example 9923
             */
            chargedAmount?: number;
            /**
             * Format: int64
             * @description The part of `chargedAmount` that is the fee.
             * @example 473
             */
            feeAmount?: number;
        };
        /**
         * @description A span as lists show it. The span of a run says what the run is and cost; a span that a program sent says what that
         *     program reported, and none of it is ever added to what was charged. What is not known is left out.
         */
        SpanSummary: {
            /**
             * @description The trace that the span is part of.
             * @example 0198142d93af72349a0d8589e41b9b9f
             */
            traceId: string;
            /**
             * @description Names the span in its trace. That of a run is the last 16 digits of the UUID of the run.
             * @example 9a0d8589e41b9b9f
             */
            spanId: string;
            /**
             * @description The span that this one is part of. Absent at the root. It may be one that was never sent.
             * @example 00f067aa0ba902b7
             */
            parentSpanId?: string;
            source: components["schemas"]["SpanSourceName"];
            /**
             * @description What was done, for people.
             * @example chat sandbox/echo
             */
            name: string;
            kind: components["schemas"]["SpanKindName"];
            status: components["schemas"]["SpanStatusName"];
            /**
             * @description What went wrong, for people.
             * @example The provider would not carry the request out.
             */
            statusMessage?: string;
            /**
             * Format: date-time
             * @description When it began. For a run, when the run was saved.
             * @example 2025-07-01T09:30:00.000Z
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it ended. Absent while a run is pending.
             * @example 2025-07-01T09:30:02.417Z
             */
            finishedAt?: string;
            /**
             * Format: int64
             * @description How long it took, in milliseconds, rounded down.
             * @example 2417
             */
            durationMs?: number;
            /**
             * @description What kind of work it was, by the semantic conventions for generative AI.
             * @example chat
             */
            operation?: string;
            /**
             * @description The model that did it.
             * @example sandbox/echo
             */
            model?: string;
            /**
             * @description The tool that was called.
             * @example sandbox/add
             */
            tool?: string;
            usage?: components["schemas"]["SpanUsage"];
            /**
             * @description The session or conversation.
             * @example chat-7731
             */
            sessionId?: string;
            /**
             * @description The end user.
             * @example customer-118
             */
            endUserId?: string;
            run?: components["schemas"]["SpanRun"];
            /**
             * @description The program that sent the span, by the `service.name` of its resource.
             * @example support-agent
             */
            service?: string;
            /**
             * @description What the program reported as the cost of the work, in US dollars unless the program means another currency. No charge of
             *     this service.
             * @example 0.0021
             */
            reportedCost?: string;
            /**
             * @description Something of the span was beyond the limits and was left out. Absent if nothing was.
             * @example true
             */
            truncated?: boolean;
        };
        /** @description A span with its place in the tree. */
        TraceSpan: components["schemas"]["SpanSummary"] & {
            /**
             * Format: int32
             * @description How many spans it is part of. 0 at the root, and if its parent is not there.
             * @example 0
             */
            depth: number;
        };
        /** @description A trace as a tree. */
        Trace: {
            /**
             * @description Names the trace.
             * @example 0198142d93af72349a0d8589e41b9b9f
             */
            traceId: string;
            /**
             * Format: date-time
             * @description When its first span began.
             * @example 2025-07-01T09:30:00.000Z
             */
            startedAt: string;
            totals: components["schemas"]["SpanTotals"];
            /**
             * @description Its spans, each behind the one that it is part of, and those of one span by their start. `depth` says how deep a
             *     span is in the tree.
             */
            spans: components["schemas"]["TraceSpan"][];
            /**
             * @description The trace has more spans than `maxTraceSpans`: `spans` has the first of them. `totals` is of all runs, and of the
             *     newest 100,000 spans that programs sent. Absent if `spans` has all.
             * @example true
             */
            isPartial?: boolean;
        };
        /** @description Something that happened at a moment of a span. */
        SpanEvent: {
            /**
             * @description What happened.
             * @example exception
             */
            name: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2025-07-01T09:30:01.020Z
             */
            at: string;
            /**
             * @description What is said of it, by name.
             * @example {
             *       "exception.type": "TimeoutError"
             *     }
             */
            attributes?: {
                [key: string]: unknown;
            };
        };
        /** @description A span with all that is known of it. */
        Span: components["schemas"]["SpanSummary"] & {
            /**
             * @description What is said of the span, by name. The names of a run's span are those of the semantic conventions for
             *     generative AI. Integers beyond 2^53 are text.
             * @example {
             *       "gen_ai.operation.name": "chat",
             *       "gen_ai.request.model": "sandbox/echo"
             *     }
             */
            attributes: {
                [key: string]: unknown;
            };
            /**
             * @description The input, as the program reported it, cut to the limit.
             * @example What is the capital of France?
             */
            input?: string;
            /**
             * @description The output, as the program reported it, cut to the limit.
             * @example Paris.
             */
            output?: string;
            /** @description The events, as the program reported them. */
            events?: components["schemas"]["SpanEvent"][];
        };
        /** @description A session, and what its spans add up to. */
        Session: components["schemas"]["SpanSpread"] & {
            /**
             * @description The session or conversation, as attribution or spans name it.
             * @example chat-7731
             */
            sessionId: string;
            /**
             * @description The end user that its newest span names, of those that name one.
             * @example customer-118
             */
            endUserId?: string;
        };
        /** @description A page of sessions, the one with the newest span first. */
        SessionList: {
            /** @description The sessions of this page. It may be short, or empty, while there are more. */
            data: components["schemas"]["Session"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AeL2Y7HewVE6CpRSwNYzOQ10cnVuXzAxazBhMno2cTNmMXB0ajhtNWI3Yzl5NG5h
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description A call that a model wants. */
        SaidCall: {
            /**
             * @description Names the call in its message.
             * @example call_1
             */
            id: string;
            /**
             * @description The function.
             * @example add
             */
            name: string;
            /**
             * @description The arguments as JSON, cut where they are long.
             * @example {"a":2,"b":3}
             */
            arguments: string;
        };
        /** @description A message of a turn. */
        SaidMessage: {
            /**
             * @description Whose message it is. More may be added.
             * @example system
             * @example user
             * @example assistant
             * @example tool
             */
            role: "system" | "user" | "assistant" | "tool" | Unlisted;
            /**
             * @description The text, if there is one.
             * @example What is 2 plus 3?
             */
            text?: string;
            /**
             * @description The text is longer than what is here. Absent if it is not.
             * @example true
             */
            isCut?: boolean;
            /**
             * Format: int32
             * @description How many parts there are that are no text, such as images. Only if there are some.
             * @example 1
             */
            otherParts?: number;
            /**
             * @description The call that this is the result of.
             * @example call_1
             */
            toolCallId?: string;
            /** @description The calls that the model wants. Only if there are some. */
            calls?: components["schemas"]["SaidCall"][];
        };
        /** @description A run of a session, with what was said. It has a `model` or a `tool`. */
        Turn: {
            /**
             * @description The run.
             * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            runId: string;
            /**
             * @description The trace that the run is part of.
             * @example 0198142d93af72349a0d8589e41b9b9f
             */
            traceId: string;
            /**
             * @description The span of the run.
             * @example 9a0d8589e41b9b9f
             */
            spanId: string;
            state: components["schemas"]["RunState"];
            /**
             * Format: date-time
             * @description When the run was created.
             * @example 2025-07-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description From its creation to its end. Only once it has ended.
             * @example 2417
             */
            durationMs?: number;
            /**
             * Format: int64
             * @description What it cost, fee included. On completed runs.
             * @example 9923
             */
            chargedAmount?: number;
            /**
             * @description Why it failed. On failed runs.
             * @example provider_refused
             */
            errorCode?: string;
            /**
             * @description Of a model run, the model.
             * @example sandbox/echo
             */
            model?: string;
            /**
             * @description Of a tool run, the tool.
             * @example sandbox/add
             */
            tool?: string;
            /**
             * @description The run that wanted this one. Where its creation named it.
             * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            parentRunId?: string;
            /**
             * @description By which of its calls it was wanted. Where its creation named it.
             * @example call_1
             */
            toolCallId?: string;
            /**
             * @description The request is not kept any longer. Absent if it is.
             * @example true
             */
            isPurged?: boolean;
            /**
             * @description What was said, oldest first: the newest 20 messages of the request that are behind the last one of the assistant, and the
             *     answer. Of a tool run, its input and its output.
             */
            messages: components["schemas"]["SaidMessage"][];
        };
        /** @description A page of the turns of a session, newest first. */
        TurnList: {
            /** @description The turns of this page. It may be short, or empty, while there are more. */
            data: components["schemas"]["Turn"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AeL2Y7HewVE6CpRSwNYzOQ10cnVuXzAxazBhMno2cTNmMXB0ajhtNWI3Yzl5NG5h
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description A number for a numeric score, a text for a categorical one, true or false for a boolean one. */
        ScoreValue: number | string | boolean;
        /** @description The span that was judged. */
        ScoredSpan: {
            /**
             * @description The id of its trace, in lowercase hexadecimal.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /**
             * @description Its id, in lowercase hexadecimal.
             * @example 00f067aa0ba902b7
             */
            spanId: string;
        };
        /** @description What the run that was judged is attributed to. Only for scores of runs, and only what the run has. */
        ScoreAttribution: {
            /**
             * @description The session.
             * @example chat-7731
             */
            sessionId?: string;
            /**
             * @description The end user.
             * @example customer-118
             */
            endUserId?: string;
            /**
             * @description The prompt.
             * @example invoice-summary
             */
            promptId?: string;
            /**
             * @description The version of the prompt.
             * @example 7
             */
            promptVersion?: string;
        };
        /** @description How good a run, a span or a session was, in the eyes of a person or a program. It never changes. */
        Score: {
            /**
             * @description Identifies the score.
             * @example scr_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was saved, in UTC with milliseconds.
             * @example 2025-07-01T09:31:00.000Z
             */
            createdAt: string;
            /**
             * @description What was judged.
             * @example helpfulness
             */
            name: string;
            /**
             * @description What the value is. More may be added.
             * @example numeric
             * @example categorical
             * @example boolean
             */
            dataType: "numeric" | "categorical" | "boolean" | Unlisted;
            value: components["schemas"]["ScoreValue"];
            /**
             * @description Who judged. More may be added.
             * @example human
             * @example automatic
             */
            source: "human" | "automatic" | Unlisted;
            /**
             * @description Why, for people. Absent if nobody said.
             * @example The total is wrong.
             */
            comment?: string;
            /**
             * @description The run that was judged. A score has this, `span` or `sessionId`.
             * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            runId?: string;
            span?: components["schemas"]["ScoredSpan"];
            /**
             * @description The session that was judged.
             * @example chat-7731
             */
            sessionId?: string;
            attribution?: components["schemas"]["ScoreAttribution"];
            /**
             * @description The API key that saved it. Where it was one, and not a person in the dashboard.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            keyId?: string;
        };
        /** @description A score as programs see it, and the person who saved it. */
        ScoreRow: components["schemas"]["Score"] & {
            savedBy?: components["schemas"]["Person"];
        };
        /** @description A page of scores, newest first. */
        ScoreRowList: {
            /** @description The scores of this page. It may be short, or empty, while there are more. */
            data: components["schemas"]["ScoreRow"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example Ac7NF5ojWo8VlZd4GgutMEVzYW5kYm94L2VjaG8
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description A number makes a numeric score, a text a categorical one, true or false a boolean one. */
        ScoreValueInput: number | string | boolean;
        /** @description The span that is judged. Whether there is such a span is not looked at, because spans may come later. */
        ScoredSpanInput: {
            /**
             * @description The id of its trace, in lowercase hexadecimal.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /**
             * @description Its id, in lowercase hexadecimal.
             * @example 00f067aa0ba902b7
             */
            spanId: string;
        } | null;
        /** @description What is judged, one of `runId`, `span` and `sessionId`, and how good it was. */
        JudgeInput: {
            /**
             * @description What is judged, the same for all scores that you want to compare.
             * @example helpfulness
             */
            name: string;
            value: components["schemas"]["ScoreValueInput"];
            /**
             * @description Why, for people.
             * @example The total is wrong.
             */
            comment?: string | null;
            /**
             * @description The run that is judged. What it is attributed to is saved with the score.
             * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            runId?: string | null;
            span?: components["schemas"]["ScoredSpanInput"];
            /**
             * @description The session that is judged.
             * @example chat-7731
             */
            sessionId?: string | null;
        };
        /**
         * @description An event that endpoints can get. More may be added.
         * @example run.completed
         * @example run.failed
         * @example run.needs_reconciliation
         * @example credit.low
         * @example key.limit_near
         * @example runs.failure_rate_high
         * @example recharge.off
         * @example budget.reached
         * @example customer.blocked
         */
        WebhookEventType: "run.completed" | "run.failed" | "run.needs_reconciliation" | "credit.low" | "key.limit_near" | "runs.failure_rate_high" | "recharge.off" | "budget.reached" | "customer.blocked" | Unlisted;
        /** @description An address that gets messages about the runs of the workspace, without its secret. */
        WebhookEndpoint: {
            /**
             * @description Names the endpoint.
             * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
             */
            id: string;
            /**
             * @description Where messages are sent.
             * @example https://example.com/hooks/runs
             */
            url: string;
            /**
             * @description What people say of it; empty if they say nothing.
             * @example Invoices
             * @example production
             */
            description: string;
            /** @description The events that it gets. */
            eventTypes: components["schemas"]["WebhookEventType"][];
            /**
             * @description Whether messages are sent to it.
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2025-06-30T09:00:00.000Z
             */
            createdAt: string;
            createdBy?: components["schemas"]["Person"];
            /**
             * Format: date-time
             * @description When it last took a message, to the minute. Absent before the first time.
             * @example 2025-07-01T09:30:00.000Z
             */
            lastDeliveredAt?: string;
            /**
             * Format: date-time
             * @description The first attempt that failed since it last took a message. Absent if none did.
             * @example 2025-07-01T08:00:00.000Z
             */
            failingSince?: string;
            /**
             * Format: date-time
             * @description When it was disabled. Only while it is.
             * @example 2025-07-06T08:00:00.000Z
             */
            disabledAt?: string;
            /**
             * @description Why it is disabled: somebody did it (`by_user`), it had failed for days (`failing`), or it answered 410 (`gone`).
             *     Only while it is. More may be added.
             * @example by_user
             * @example failing
             * @example gone
             */
            disabledReason?: "by_user" | "failing" | "gone" | Unlisted;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation signs as well. Only until then.
             * @example 2025-07-02T09:30:00.000Z
             */
            oldSecretSignsUntil?: string;
        };
        /** @description A page of endpoints, newest first. */
        WebhookEndpointList: {
            /** @description The endpoints of this page. */
            data: components["schemas"]["WebhookEndpoint"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AZsaEdITgD5RyRKvHXBxTy00Nzc
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * @description | Type | Sent when |
         *     | - | - |
         *     | `run.completed` | a run has completed |
         *     | `run.failed` | a run has failed |
         *     | `run.needs_reconciliation` | the outcome of a run is not known yet; one of the two above follows |
         *     | `credit.low` | the wallet has come below the amount at which the workspace wants to be warned |
         *     | `key.limit_near` | a key has spent the share of a limit at which the workspace wants to be alerted |
         *     | `runs.failure_rate_high` | the share of runs that fail has come to the line of the workspace |
         *     | `recharge.off` | the auto-recharge of the wallet has turned itself off |
         *     | `budget.reached` | a budget of a customer has refused a run for the first time in its period |
         *     | `customer.blocked` | a customer is blocked, unless the message about an earlier block of it still waits for its first attempt |
         * @example run.completed
         * @enum {string}
         */
        WebhookEventTypeInput: "run.completed" | "run.failed" | "run.needs_reconciliation" | "credit.low" | "key.limit_near" | "runs.failure_rate_high" | "recharge.off" | "budget.reached" | "customer.blocked";
        /** @description The endpoint to make. */
        CreateWebhookEndpoint: {
            /**
             * @description Where messages are sent: an `https` address of the public internet, without credentials and fragment. A deployment can
             *     allow `http` and private addresses.
             * @example https://example.com/hooks/runs
             */
            url: string;
            /**
             * @description What people say of it, such as what receives there.
             * @example Invoices, production
             */
            description?: string;
            /** @description The events that it gets. */
            eventTypes: components["schemas"]["WebhookEventTypeInput"][];
        };
        /** @description An endpoint with its secret, which is shown this once. */
        CreatedWebhookEndpoint: {
            endpoint: components["schemas"]["WebhookEndpoint"];
            /**
             * @description What its messages are signed with, after the Standard Webhooks specification. Receivers check messages with it.
             * @example whsec_T3BlbnNOb3RoaW5nT3BlbnNOb3RoaW5nT3BlbnNObyE=
             */
            secret: string;
        };
        /** @description What to change; members that are left out stay as they are. */
        UpdateWebhookEndpoint: {
            /**
             * @description Where messages are sent: an `https` address of the public internet, without credentials and fragment. A deployment can
             *     allow `http` and private addresses.
             * @example https://example.com/hooks/runs
             */
            url?: string;
            /**
             * @description What people say of it, such as what receives there.
             * @example Invoices, production
             */
            description?: string;
            /** @description The events that it gets. */
            eventTypes?: components["schemas"]["WebhookEventTypeInput"][];
            /**
             * @description Whether messages are sent to it.
             * @example disabled
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        /** @description How long the secret before signs as well. */
        RotateWebhookSecret: {
            /**
             * Format: int32
             * @description From 0, which ends the secret before at once, to 90 days.
             * @example 86400
             */
            overlapSeconds: number;
        };
        /** @description A message to an endpoint, and its state. */
        WebhookDelivery: {
            /**
             * @description Names the message; the receiver finds it in the header `webhook-id`.
             * @example msg_01k0d5h9m1p3r5t7w9y2a4c6e8
             */
            id: string;
            type: components["schemas"]["WebhookEventType"];
            /**
             * @description The run that it is about. Absent if it is about none.
             * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            runId?: string;
            /**
             * @description Whether it is to be sent (`pending`), was taken (`delivered`), or was not taken and is not sent any more
             *     (`failed`), because the endpoint was disabled. More may be added.
             * @example pending
             * @example delivered
             * @example failed
             */
            state: "pending" | "delivered" | "failed" | Unlisted;
            /**
             * Format: date-time
             * @description When the event happened.
             * @example 2025-07-01T09:30:02.417Z
             */
            createdAt: string;
            /**
             * Format: int32
             * @description How often it was sent.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was last sent. Absent before the first attempt.
             * @example 2025-07-01T09:30:02.500Z
             */
            lastAttemptAt?: string;
            /**
             * Format: int32
             * @description The status that the last attempt was answered with. Absent if no answer came.
             * @example 204
             */
            lastStatus?: number;
            /**
             * @description Why the last attempt failed, if it did.
             * @example The endpoint answered with 500.
             */
            lastError?: string;
            /**
             * Format: date-time
             * @description When it was last taken. Absent before.
             * @example 2025-07-01T09:30:02.600Z
             */
            deliveredAt?: string;
            /**
             * Format: date-time
             * @description When it is sent next. Only while it is pending.
             * @example 2025-07-01T09:35:02.500Z
             */
            nextAttemptAt?: string;
        };
        /** @description A page of messages, newest first. */
        WebhookDeliveryList: {
            /** @description The messages of this page. */
            data: components["schemas"]["WebhookDelivery"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AZsaEdITgD5RyRKvHXBxTy00Nzc
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description A threshold that was crossed. */
        Alert: {
            /**
             * @description Names the alert.
             * @example 12
             */
            id: string;
            /**
             * @description Which threshold, named as the type of the webhook. `grant.expiring` is raised a week before granted credit expires, and
             *     `workspace.suspended` when the operator suspends the workspace; these two are no webhooks. More may be added.
             * @example credit.low
             * @example key.limit_near
             * @example runs.failure_rate_high
             * @example grant.expiring
             * @example recharge.off
             * @example workspace.suspended
             */
            kind: "credit.low" | "key.limit_near" | "runs.failure_rate_high" | "grant.expiring" | "recharge.off" | "workspace.suspended" | Unlisted;
            /**
             * Format: date-time
             * @description When it was found.
             * @example 2025-07-01T09:30:00.000Z
             */
            raisedAt: string;
            /**
             * Format: date-time
             * @description When it was found to be over. Absent until then.
             * @example 2025-07-01T10:05:00.000Z
             */
            recoveredAt?: string;
            /**
             * @description The figures as they were. Its members depend on `kind`, and are those of the webhook.
             * @example {
             *       "endedRuns": 40,
             *       "failedRuns": 12,
             *       "windowMinutes": 15,
             *       "thresholdPercent": 20
             *     }
             */
            detail: {
                [key: string]: unknown;
            };
        };
        /** @description A page of alerts, newest first. */
        AlertList: {
            /** @description The alerts of this page. */
            data: components["schemas"]["Alert"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AZsaEdITgD5RyRKvHXBxTy00Nzc
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description The thresholds, and who gets an email. */
        AlertSettings: {
            /**
             * @description ISO 4217 code of the currency of the amount.
             * @example USD
             */
            currency: string;
            /**
             * Format: int32
             * @description How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00.
             * @example 9
             */
            scale: number;
            /**
             * Format: int64
             * @description Alert once the wallet, with what is held, has less than this. Absent for no alert.
             * @example 5000000000
             */
            lowBalanceAmount?: number;
            /**
             * Format: int32
             * @description Alert once a key has spent this share of its limit of a day or of a month. Absent for no alert.
             * @example 80
             */
            keyLimitPercent?: number;
            /**
             * Format: int32
             * @description Alert once this share of the runs that ended in the window has failed. Absent for no alert.
             * @example 20
             */
            failureRatePercent?: number;
            /**
             * Format: int32
             * @description How far the rate of failures looks back, by when runs ended.
             * @example 15
             */
            failureWindowMinutes: number;
            /**
             * Format: int32
             * @description With fewer runs that ended in the window there is no alert.
             * @example 20
             */
            failureMinRuns: number;
            /**
             * @description Who gets an email, if the deployment sends email; `admins` are owners and admins. More may be added.
             * @example nobody
             * @example owners
             * @example admins
             */
            mailTo: "nobody" | "owners" | "admins" | Unlisted;
            /**
             * @description Whether the deployment sends email. Webhook endpoints get alerts in any case.
             * @example true
             */
            sendsMail: boolean;
        };
        /** @description What to change; members that are left out stay. */
        UpdateAlertSettings: {
            /**
             * Format: int64
             * @description Alert once the wallet, with what is held, has less than this; null for no alert.
             * @example 5000000000
             * @example null
             */
            lowBalanceAmount?: number | null;
            /**
             * Format: int32
             * @description Alert once a key has spent this share of its limit of a day or of a month; null for no alert.
             * @example 80
             * @example null
             */
            keyLimitPercent?: number | null;
            /**
             * Format: int32
             * @description Alert once this share of the runs that ended in the window has failed; null for no alert.
             * @example 20
             * @example null
             */
            failureRatePercent?: number | null;
            /**
             * Format: int32
             * @description How far the rate of failures looks back, by when runs ended.
             * @example 15
             */
            failureWindowMinutes?: number;
            /**
             * Format: int32
             * @description With fewer runs that ended in the window there is no alert.
             * @example 20
             */
            failureMinRuns?: number;
            /**
             * @description Who gets an email, if the deployment sends email; `admins` are owners and admins.
             * @example owners
             * @enum {string}
             */
            mailTo?: "nobody" | "owners" | "admins";
        };
        /** @description A JSON object in each line, encoded in UTF-8. A member that has no value is absent. */
        ExportLines: string;
        /** @description A table as CSV, encoded in UTF-8, which a byte order mark says to spreadsheets. */
        ExportTable: string;
        /** @description A table as Apache Parquet, in row groups of at most 10,000 rows, compressed with Snappy. */
        ExportParquet: string;
        /** @description An export that is read again and again. */
        SavedExport: {
            /**
             * @description Names the saved export.
             * @example exp_01k0e8g2j4m6p8r0t2v4x6z8b1
             */
            id: string;
            /**
             * @description What people call it, without links and addresses, and without characters that hide or reverse text.
             * @example Charges for the books
             */
            name: string;
            /**
             * @description What it exports. More may be added.
             * @example runs
             * @example charges
             * @example scores
             * @example spans
             */
            dataset: "runs" | "charges" | "scores" | "spans" | Unlisted;
            /**
             * @description Of the file. More may be added.
             * @example ndjson
             * @example csv
             * @example parquet
             */
            format: "ndjson" | "csv" | "parquet" | Unlisted;
            /**
             * @description What its file has, by the calendar of the workspace when the file is read. More may be added.
             * @example previous_day
             * @example current_month
             * @example previous_month
             */
            period: "previous_day" | "current_month" | "previous_month" | Unlisted;
            /**
             * @description The end user whose rows it has. Absent for those of all end users.
             * @example customer-204
             */
            endUserId?: string;
            /**
             * Format: date-time
             * @description When it was saved, in UTC with milliseconds.
             * @example 2025-07-01T09:30:00.000Z
             */
            createdAt: string;
        };
        /** @description A page of saved exports, newest first. */
        SavedExportList: {
            /** @description The saved exports of this page. */
            data: components["schemas"]["SavedExport"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AZsaEdITgD5RyRKvHXBxTy00Nzc
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description What to export. */
        CreateSavedExport: {
            /**
             * @description What people call it, without links and addresses, and without characters that hide or reverse text.
             * @example Charges for the books
             */
            name: string;
            /**
             * @description What to export.
             * @example charges
             * @enum {string}
             */
            dataset: "runs" | "charges" | "scores" | "spans";
            /**
             * @description Of the file.
             * @example csv
             * @enum {string}
             */
            format: "ndjson" | "csv" | "parquet";
            /**
             * @description What its file has, by the calendar of the workspace when the file is read. The current month is the whole month, as far as it
             *     has happened.
             * @example previous_month
             * @enum {string}
             */
            period: "previous_day" | "current_month" | "previous_month";
            /**
             * @description Only the rows of this end user.
             * @example customer-204
             */
            endUserId?: string;
        };
        /** @description An export that the service makes in the background. */
        MadeExport: {
            /**
             * @description Names the made export.
             * @example mex_01k0e8g2j4m6p8r0t2v4x6z8b1
             */
            id: string;
            /**
             * @description What it exports. More may be added.
             * @example runs
             * @example charges
             * @example scores
             * @example spans
             */
            dataset: "runs" | "charges" | "scores" | "spans" | Unlisted;
            /**
             * @description Of the file. More may be added.
             * @example ndjson
             * @example csv
             * @example parquet
             */
            format: "ndjson" | "csv" | "parquet" | Unlisted;
            /**
             * @description The month whose rows it has, by the time zone that the workspace had at its creation.
             * @example 2025-06
             */
            month: string;
            /**
             * @description The end user whose rows it has. Absent for those of all end users.
             * @example customer-204
             */
            endUserId?: string;
            /**
             * @description `queued` until the service begins to make it, `making` until it has ended, then `ready` or `failed`. More may be added.
             * @example queued
             * @example making
             * @example ready
             * @example failed
             */
            state: "queued" | "making" | "ready" | "failed" | Unlisted;
            /**
             * Format: int64
             * @description The size of the file, once it is ready.
             * @example 18201344
             */
            bytes?: number;
            /**
             * @description Why it failed: the file would have more than 1 GiB (`too_large`); the workspace has no room for it, since its
             *     files may have half of its quota `stored_outputs`, and only what its jobs leave of it (`no_room`); or each of
             *     three attempts took longer than ten minutes to read the rows (`too_slow`) or failed (`not_made`). Present if it has failed. More may be added.
             * @example too_large
             * @example no_room
             * @example too_slow
             * @example not_made
             */
            failure?: "too_large" | "no_room" | "too_slow" | "not_made" | Unlisted;
            /**
             * Format: date-time
             * @description When it was asked for, in UTC with milliseconds.
             * @example 2025-07-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was ready or had failed, in UTC with milliseconds.
             * @example 2025-07-01T09:31:12.345Z
             */
            finishedAt?: string;
            /**
             * Format: date-time
             * @description When it is deleted together with its file, in UTC with milliseconds.
             * @example 2025-07-08T09:30:00.000Z
             */
            expiresAt: string;
        };
        /** @description A page of made exports, newest first. */
        MadeExportList: {
            /** @description The made exports of this page. */
            data: components["schemas"]["MadeExport"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AZsaEdITgD5RyRKvHXBxTy00Nzc
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description What to export. */
        CreateMadeExport: {
            /**
             * @description What to export.
             * @example charges
             * @enum {string}
             */
            dataset: "runs" | "charges" | "scores" | "spans";
            /**
             * @description Of the file.
             * @example csv
             * @enum {string}
             */
            format: "ndjson" | "csv" | "parquet";
            /**
             * @description A month of the calendar of the workspace. The present one is exported as far as it has happened.
             * @example 2025-06
             */
            month: string;
            /**
             * @description Only the rows of this end user.
             * @example customer-204
             */
            endUserId?: string;
        };
        /** @description An OTLP endpoint that is sent the spans of the runs of the workspace, without what its headers say. Counts are of spans. */
        Destination: {
            /**
             * @description Names the destination.
             * @example dst_01k0d5f7h9k2n4q6s8v0x3z5b8
             */
            id: string;
            /**
             * @description What people call it.
             * @example Our tracing
             */
            name: string;
            /**
             * @description Where spans are sent.
             * @example https://otel.example.com/v1/traces
             */
            url: string;
            /**
             * @description How a body is written.
             * @example protobuf
             * @enum {string}
             */
            encoding: "protobuf" | "json";
            /**
             * @description Whether bodies are compressed.
             * @example gzip
             * @enum {string}
             */
            compression: "gzip" | "none";
            /** @description The names of the headers that are sent with each request, in small letters. */
            headerNames: string[];
            /** @description The kinds of runs whose spans it is sent. */
            kinds: ("model_run" | "tool_run" | "compute_job" | Unlisted)[];
            /**
             * @description Whether spans say what was asked and answered.
             * @example false
             */
            includeContent: boolean;
            /**
             * @description Whether spans are sent to it.
             * @example enabled
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2025-06-30T09:00:00.000Z
             */
            createdAt: string;
            createdBy?: components["schemas"]["Person"];
            /**
             * Format: date-time
             * @description When it was last sent something. Absent before the first time.
             * @example 2025-07-01T09:30:00.000Z
             */
            lastAttemptAt?: string;
            /**
             * Format: date-time
             * @description When it last took a span. Absent before the first time.
             * @example 2025-07-01T09:30:00.000Z
             */
            lastDeliveredAt?: string;
            /**
             * Format: int32
             * @description The status that the last attempt was answered with. Absent if no answer came.
             * @example 200
             */
            lastStatus?: number;
            /**
             * @description Why the last attempt failed, or what the destination said against the spans that it took. Only if there was something.
             * @example The destination answered with 401.
             */
            lastError?: string;
            /**
             * Format: date-time
             * @description The first attempt that failed since the last one that did not. Absent if none did.
             * @example 2025-07-01T08:00:00.000Z
             */
            failingSince?: string;
            /**
             * Format: date-time
             * @description When it was disabled. Only while it is.
             * @example 2025-07-06T08:00:00.000Z
             */
            disabledAt?: string;
            /**
             * @description Why it is disabled: somebody did it (`by_user`), it had failed for days (`failing`), or it answered 410 (`gone`).
             *     Only while it is. More may be added.
             * @example by_user
             * @example failing
             * @example gone
             */
            disabledReason?: "by_user" | "failing" | "gone" | Unlisted;
            /**
             * Format: int32
             * @description How many wait to be sent; 10000 stands for that many and more.
             * @example 0
             */
            waiting: number;
            /**
             * Format: date-time
             * @description Since when the oldest of them waits. Absent if none does.
             * @example 2025-07-01T08:00:00.000Z
             */
            waitingSince?: string;
            /**
             * Format: int64
             * @description How many it has taken.
             * @example 1840
             */
            delivered: number;
            /**
             * Format: int64
             * @description How many it has refused for good.
             * @example 2
             */
            rejected: number;
            /**
             * Format: int64
             * @description How many waited for so long that they are not sent any more.
             * @example 0
             */
            givenUp: number;
        };
        /** @description A page of destinations, newest first. */
        DestinationList: {
            /** @description The destinations of this page. */
            data: components["schemas"]["Destination"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AZsaEdITgD5RyRKvHXBxTy00Nzc
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description A header and what it says. */
        DestinationHeaderInput: {
            /**
             * @description The name of the header. What the service sends itself, such as `Content-Type`, is refused.
             * @example Authorization
             */
            name: string;
            /**
             * @description What it says, in visible ASCII characters and spaces.
             * @example Bearer 5f0c2b
             */
            value: string;
        };
        /**
         * @description A kind of runs.
         * @example model_run
         * @enum {string}
         */
        DestinationKindInput: "model_run" | "tool_run" | "compute_job";
        /** @description The destination to make. */
        CreateDestination: {
            /**
             * @description What people call it.
             * @example Our tracing
             */
            name: string;
            /**
             * @description Where spans are sent by `POST`: the whole address of an OTLP/HTTP endpoint for traces, such as one that ends with
             *     `/v1/traces`. It has to be an `https` address of the public internet, without credentials and fragment. A deployment
             *     can allow `http` and private addresses.
             * @example https://otel.example.com/v1/traces
             */
            url: string;
            /**
             * @description How a body is written; `protobuf` where it is left out. Every receiver of OTLP takes that.
             * @example protobuf
             * @enum {string}
             */
            encoding?: "protobuf" | "json";
            /**
             * @description Whether bodies are compressed; `gzip` where it is left out.
             * @example gzip
             * @enum {string}
             */
            compression?: "gzip" | "none";
            /** @description Sent with each request, such as the key of the receiver. They are secret and never returned. */
            headers?: components["schemas"]["DestinationHeaderInput"][];
            /** @description The kinds of runs whose spans it is sent; all where it is left out. */
            kinds?: components["schemas"]["DestinationKindInput"][];
            /**
             * @description Whether spans say what was asked and answered: messages, and the input and output of tools. False if it is left
             *     out.
             * @example false
             */
            includeContent?: boolean;
        };
        /** @description What to change; members that are left out stay as they are. */
        UpdateDestination: {
            /**
             * @description What people call it.
             * @example Our tracing
             */
            name?: string;
            /**
             * @description Where spans are sent by `POST`: the whole address of an OTLP/HTTP endpoint for traces, such as one that ends with
             *     `/v1/traces`. It has to be an `https` address of the public internet, without credentials and fragment. A deployment
             *     can allow `http` and private addresses.
             * @example https://otel.example.com/v1/traces
             */
            url?: string;
            /**
             * @description How a body is written; `protobuf` where it is left out. Every receiver of OTLP takes that.
             * @example protobuf
             * @enum {string}
             */
            encoding?: "protobuf" | "json";
            /**
             * @description Whether bodies are compressed; `gzip` where it is left out.
             * @example gzip
             * @enum {string}
             */
            compression?: "gzip" | "none";
            /** @description Sent with each request, such as the key of the receiver. They are secret and never returned. */
            headers?: components["schemas"]["DestinationHeaderInput"][];
            /** @description The kinds of runs whose spans it is sent; all where it is left out. */
            kinds?: components["schemas"]["DestinationKindInput"][];
            /**
             * @description Whether spans say what was asked and answered: messages, and the input and output of tools. False if it is left
             *     out.
             * @example false
             */
            includeContent?: boolean;
            /**
             * @description Whether spans are sent to it.
             * @example disabled
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        /** @description What a destination answered to a span that stands for no run. */
        DestinationTest: {
            /**
             * @description Whether it took the span.
             * @example true
             */
            isTaken: boolean;
            /**
             * Format: int32
             * @description The status of its answer. Absent if none came.
             * @example 200
             */
            status?: number;
            /**
             * @description Why it did not take the span, or what it said beside taking it. Only if there is something.
             * @example The destination answered with 401.
             */
            detail?: string;
            /**
             * Format: int32
             * @description How long the answer took, in milliseconds.
             * @example 84
             */
            durationMs: number;
            /**
             * @description The trace that the span was sent in; it is found there by that.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description This document, with everything in one JSON object. */
        OpenApiDocument: {
            /**
             * @description The version of the OpenAPI specification.
             * @example 3.1.0
             */
            openapi: string;
            /**
             * @description The title and the version of the contract.
             * @example {
             *       "title": "Model Run API",
             *       "version": "1.0.0"
             *     }
             */
            info: {
                [key: string]: unknown;
            };
            /**
             * @description The operations by path.
             * @example {
             *       "/livez": {
             *         "get": {
             *           "operationId": "getLiveness"
             *         }
             *       }
             *     }
             */
            paths: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description A page in HTML, encoded in UTF-8. */
        Page: string;
    };
    responses: {
        /** @description A parameter or a header breaks the schema. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter breaks the schema, or the cursor is not one that the list gave with these filters. */
        BadPage: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, or something of the request breaks the schema. */
        BadBody: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no living session: none came, or it has ended. One answer for every reason. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticateSession"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request did not come from the dashboard itself. Nothing was done. */
        CrossSite: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The role in this workspace does not allow it. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The role in this workspace does not allow it, or the request did not come from the dashboard itself. Nothing
         *     was done.
         */
        ForbiddenChange: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description There is nothing here. What belongs to a workspace that you are no member of, what does not exist and what has
         *     a malformed id look the same.
         */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The path does not have this method. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request, or its body, did not arrive in time. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than any acceptable one. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not `application/json`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description There were too many requests of this session, too many attempts from this address, or too much is being added up
         *     for this workspace. This one was not carried out.
         */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                RateLimit: components["headers"]["SessionRate"];
                "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request target, and the names and values of the headers, have more than 16,384 bytes together. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A fault of the service. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The service takes no work at the moment. Where something was to be changed, look at it before you repeat the
         *     request: the database may have gone away right after the change was saved.
         */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The e-mail and the password do not belong together, or the code is wrong; whether there is such a user is not said. Or the
         *     password is right, and a code is needed as well.
         */
        WrongCredentials: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticateSession"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no living session, or the present password is another one. */
        WrongPassword: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticateSession"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description What is asked for does not fit what is there. Nothing was changed. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The link is unknown, used up, withdrawn or expired. One answer for every reason. */
        LinkNotValid: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description There were too many requests of this session, the workspace has too many downloads under way, or it has downloaded
         *     all bytes of the day. Nothing was sent.
         */
        DownloadLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                RateLimit: components["headers"]["SessionRate"];
                "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The wallet does not cover the credit that the key is to get. No key was made. */
        InsufficientCredit: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests, or the workspace has made as many customers ahead as its quota allows. Nothing was saved. */
        CustomersUsedUp: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                RateLimit: components["headers"]["SessionRate"];
                "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description Only the operator credits wallets in this deployment, or the role in this workspace does not allow it, or the
         *     request did not come from the dashboard itself. Nothing was done.
         */
        ForbiddenCredit: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The run is not possible like this. `detail` says why, and `errors` where, as the developer API would. Nothing was run. */
        RefusedRun: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The credit of the playground, or the wallet that it comes out of, does not cover the hold. Nothing was run. */
        InsufficientCreditOfRun: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The version cannot be saved, for what it says, or the workspace has as many prompts as it may have. Nothing was saved. */
        UnacceptableVersion: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The prompt has no such version, or has as many labels as it may have. Nothing was moved. */
        UnacceptableLabel: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description Too many requests, or the workspace has no room for another file: its quota `stored_outputs` is used up, or made exports
         *     have half of it. Then `limit` is that half, and `used` what they have. Nothing was saved.
         */
        MadeExportsUsedUp: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                RateLimit: components["headers"]["SessionRate"];
                "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The range begins at or after the end of the file. */
        RangeNotSatisfiable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                "Content-Range": components["headers"]["SizeOfFile"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The page of the dashboard, or of the operator's console, to come back to, as a path. Other addresses are refused.
         * @example /dashboard/wsp_01jzw7r3k5m8q2t4v6x9y1b3df/runs
         */
        ReturnTo: string;
        /**
         * @description The authorization code; absent if the provider refused.
         * @example SplxlOBeZQQYbYS6WxSbIA
         */
        OidcCode: string;
        /**
         * @description The state that the way there began with. Without it, or with another one, nobody is signed in.
         * @example af0ifjsldkj
         */
        OidcState: string;
        /**
         * @description Which provider answers, if it says so. Another one than the configured one signs nobody in.
         * @example https://id.example.com
         */
        OidcIssuer: string;
        /**
         * @description Why the provider refused, as one of its codes.
         * @example access_denied
         */
        OidcError: string;
        /**
         * @description The `id` of a living session of the user.
         * @example ses_01k09x2c4e6g8j1m3p5r7t9w0y
         */
        OwnSessionId: string;
        /**
         * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
         * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
         */
        WorkspaceId: string;
        /**
         * @description The most entries to return; a page may have fewer.
         * @example 20
         */
        Limit: number;
        /**
         * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
         *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
         * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
         */
        Cursor: string;
        /**
         * @description The `id` of a member of the workspace.
         * @example user_01jzw7s8t2v4x6y9b1d3f5h7jk
         */
        UserId: string;
        /**
         * @description Also revoke the keys of the workspace that the user made. This takes the role `admin`.
         * @example true
         */
        RevokeKeys: boolean;
        /**
         * @description The `id` of an open invitation of the workspace.
         * @example inv_01k09x2c4e6g8j1m3p5r7t9w0y
         */
        InvitationId: string;
        /**
         * @description Only events of this kind.
         * @example key_created
         */
        AuditKind: string;
        /**
         * @description Only what people did, or only what came from the command line and the service itself.
         * @example people
         */
        AuditBy: "people" | "service";
        /**
         * @description Only what this user did.
         * @example user_01jzw8s0f2h4k6m8p0r2t4v6x8
         */
        ActorId: string;
        /**
         * @description Only what was noted at this moment or later.
         * @example 2025-07-01T00:00:00.000Z
         */
        CreatedFrom: string;
        /**
         * @description Only what was noted before this moment.
         * @example 2025-08-01T00:00:00.000Z
         */
        NotedBefore: string;
        /**
         * @description Only keys that are alive, that have expired, or that were revoked.
         * @example active
         */
        KeyStatus: "active" | "expired" | "revoked";
        /**
         * @description The request key of this creation: 1 to 255 visible ASCII characters, best a new random one for each form that is
         *     shown. It belongs to the workspace and makes one key, however often it is sent.
         * @example 7c1e4a52-9b0d-4f7e-8a35-2d6c91f0b844
         */
        RequestKey: string;
        /**
         * @description The `id` of a key of the workspace.
         * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
         */
        KeyId: string;
        /**
         * @description A month of the calendar.
         * @example 2025-07
         */
        Month: string;
        /**
         * @description The time zone of days and months, by its name in the IANA database; without it, that of the workspace. A name that the
         *     service does not know is a 400.
         * @example Europe/Berlin
         */
        TimeZone: string;
        /**
         * @description Only customers in this state.
         * @example blocked
         */
        CustomerStateFilter: "active" | "blocked" | "erasing";
        /**
         * @description Only customers with budgets of their own, or only those without.
         * @example true
         */
        CustomerOwnBudgets: "true" | "false";
        /**
         * @description Only customers whose name or `endUserId` contains this text, in capital or small letters.
         * @example bakery
         */
        CustomerSearch: string;
        /**
         * @description The order: who was charged most in the month first, who is newest first, or by name (by `endUserId` where there is no name).
         *     Without it, `spent`.
         * @example spent
         */
        CustomerSort: "spent" | "newest" | "name";
        /**
         * @description The request key of this customer: 1 to 255 visible ASCII characters, best a new random one for each form that is
         *     shown. It belongs to the workspace and makes one customer, however often it is sent.
         * @example 3e9b1d74-5c20-4a8f-b6d1-90f27ac4e815
         */
        CustomerRequestKey: string;
        /**
         * @description The end user, as runs name it in `attribution.endUserId`.
         * @example customer-204
         */
        CustomerOf: string;
        /**
         * @description The request key of this grant: 1 to 255 visible ASCII characters, best a new random one for each form that is shown. It
         *     belongs to the workspace and gives one grant, however often it is sent.
         * @example 5a1c9e20-7f34-4b6d-8e02-4c7d3f91b6a8
         */
        GrantRequestKey: string;
        /**
         * @description The `id` of a grant of the customer. A malformed one is answered like one that does not exist.
         * @example cgr_01k0b6m2s4fq8v3x7c9d1h5j0n
         */
        GrantId: string;
        /**
         * @description Only entries of this kind. An unknown kind has no entries.
         * @example top_up
         */
        EntryKind: string;
        /**
         * @description Only entries of this run.
         * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        RunIdFilter: string;
        /**
         * @description Only what belongs to this key.
         * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
         */
        KeyIdFilter: string;
        /**
         * @description What the charges are split by: the end user, the key, the `subject` (what was bought: a model, a tool or an environment), the kind,
         *     the day, or the value of a label.
         * @example endUser
         */
        ChargesBy: "endUser" | "key" | "subject" | "kind" | "day" | "label";
        /**
         * @description The name of the label, which `by=label` needs.
         * @example team
         */
        ChargesLabel: string;
        /**
         * @description Only runs of this end user.
         * @example user-1842
         */
        ChargesOf: string;
        /**
         * @description What the charges are split by, as in the answer; without it, each run is a line.
         * @example endUser
         */
        ChargesFileBy: "endUser" | "key" | "subject" | "kind" | "day" | "label";
        /**
         * @description The request key of this payment: 1 to 255 visible ASCII characters, best a new random one for each form that is
         *     shown. It belongs to the workspace and makes one payment, however often it is sent.
         * @example 8c2f7d10-6b1e-4f3a-9d55-2a0c4e7b9f61
         */
        PaymentRequestKey: string;
        /**
         * @description Names the payment.
         * @example pay_01k0b6m2s4fq8v3x7c9d1h5j0n
         */
        PaymentId: string;
        /**
         * @description The time and the signature of the body, as Stripe writes them.
         * @example t=1753174800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        StripeSignature: string;
        /**
         * @description The beginning of the range. It is taken down to the beginning of its hour in UTC, or of its day in the time zone.
         * @example 2025-07-01T00:00:00.000Z
         */
        From: string;
        /**
         * @description The end of the range, which is not part of it. It is taken up to the end of its hour in UTC, or of its day in the time zone.
         * @example 2025-07-04T00:00:00.000Z
         */
        To: string;
        /**
         * @description The length of a bucket, a whole hour of UTC or a day of the time zone.
         * @example day
         */
        Interval: "hour" | "day";
        /**
         * @description What each bucket is split by. The 20 groups that cost most are listed, and the rest is one group. By `model`, `tool`
         *     or `environment`, runs of the other kinds are a group without a name.
         * @example model
         */
        GroupBy: "none" | "kind" | "model" | "tool" | "environment" | "key" | "endUser";
        /**
         * @description Only runs of this kind.
         * @example tool_run
         */
        UsageKind: "model_run" | "tool_run" | "compute_job";
        /**
         * @description Only runs of this exact model identifier.
         * @example sandbox/echo
         */
        ModelFilter: string;
        /**
         * @description Only runs attributed to this end user.
         * @example customer-118
         */
        EndUserIdFilter: string;
        /**
         * @description Only runs attributed to this prompt template.
         * @example invoice-summary
         */
        PromptIdFilter: string;
        /**
         * @description Only runs in this state. Repeat it for several: `state=queued&state=submitting`. A state that this version does
         *     not know is refused with 400: what answers may hold is open, what can be asked for is not.
         * @example [
         *       "queued",
         *       "submitting"
         *     ]
         */
        StateFilter: ("reserved" | "queued" | "submitting" | "received" | "needs_reconciliation" | "completed" | "failed")[];
        /**
         * @description Only runs created later than this moment.
         * @example 2025-07-01T00:00:00.000Z
         */
        CreatedAfter: string;
        /**
         * @description Only runs created earlier than this moment.
         * @example 2025-08-01T00:00:00.000Z
         */
        CreatedBefore: string;
        /**
         * @description Only runs attributed to this version of a prompt template, best together with `promptId`.
         * @example 7
         */
        PromptVersionFilter: string;
        /**
         * @description Only runs that failed with this code.
         * @example provider_refused
         */
        ErrorCodeFilter: string;
        /**
         * @description Only runs that were charged so much or more.
         * @example 1000000
         */
        MinChargedAmount: number;
        /**
         * @description Only runs that were charged so much or less. Those that were not charged are left out.
         * @example 5000000000
         */
        MaxChargedAmount: number;
        /**
         * @description Only runs that have ended and took so long or longer, from their creation.
         * @example 30000
         */
        MinDurationMs: number;
        /**
         * @description Only runs that have ended and took no longer than that, from their creation.
         * @example 60000
         */
        MaxDurationMs: number;
        /**
         * @description Only runs with exactly this id, request key, session or end user, or whose id ends with these six characters. The ends of
         *     ids are looked for among the newest 200,000 runs of the workspace.
         * @example invoice-2025-0042-summary
         */
        Search: string;
        /**
         * @description Only runs with this label: its name, a colon, and the whole value, as in `metadata=team:billing`. Repeat it for
         *     several labels that a run has to have. A value may hold colons itself.
         * @example [
         *       "team:billing"
         *     ]
         */
        MetadataFilter: string[];
        /**
         * @description The `id` of a model run of the workspace.
         * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        RunId: string;
        /**
         * @description The `id` of a view that you see.
         * @example view_01k0c4e6g8j1m3p5r7t9w0y2z4
         */
        ViewId: string;
        /**
         * @description The request key of this run: 1 to 255 visible ASCII characters, best a new random one for each time that somebody asks
         *     for a run. It belongs to the workspace and makes one run, however often it is sent.
         * @example 5d0a3c71-2f9e-4b8a-9c46-1e7f0b2d8a93
         */
        RunRequestKey: string;
        /**
         * @description Only runs of this exact tool identifier.
         * @example sandbox/add
         */
        ToolFilter: string;
        /**
         * @description Only runs that this run wanted, as `parent` of their creation says.
         * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        ParentRunIdFilter: string;
        /**
         * @description The `id` of a tool run of the workspace.
         * @example trun_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        ToolRunId: string;
        /**
         * @description Only jobs in this state. Repeat it for several: `state=queued&state=running`. A state that this version does
         *     not know is refused with 400: what answers may hold is open, what can be asked for is not.
         * @example [
         *       "queued",
         *       "running"
         *     ]
         */
        JobStateFilter: ("reserved" | "queued" | "submitting" | "running" | "needs_reconciliation" | "completed" | "failed")[];
        /**
         * @description Only jobs of this environment.
         * @example javascript
         */
        EnvironmentFilter: string;
        /**
         * @description Only jobs whose code ended like this. `succeeded` is `exited` with the exit code 0, and `exited` any other.
         * @example timed_out
         */
        ResultFilter: "succeeded" | "exited" | "timed_out" | "out_of_memory" | "cancelled";
        /**
         * @description The `id` of a compute job of the workspace.
         * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        JobId: string;
        /**
         * @description Which stream to read.
         * @example stdout
         */
        LogStream: "stdout" | "stderr";
        /**
         * @description How many bytes of the stream to leave out, `next` of the part before.
         * @example 0
         */
        LogAfter: number;
        /**
         * @description The name of the artifact, percent-encoded as one segment of the path.
         * @example result.json
         */
        ArtifactName: string;
        /**
         * @description The request key of this version: 1 to 255 visible ASCII characters, best a new random one for each form that is
         *     shown. It belongs to the workspace and saves one version, however often it is sent.
         * @example 0b6f3f0e-93f2-4f0c-8a0d-5b6a1f3c2d10
         */
        SaveRequestKey: string;
        /**
         * @description The name of a prompt of the workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
         *     `support/answer`.
         * @example invoice-summary
         */
        PromptName: string;
        /**
         * @description The number of a version of the prompt.
         * @example 7
         */
        PromptVersionNumber: string;
        /**
         * @description The version that is compared with.
         * @example 6
         */
        DiffFrom: number;
        /**
         * @description The version that is compared.
         * @example 7
         */
        DiffTo: number;
        /**
         * @description Only runs created from this moment on. Left out, 30 days before `to`.
         * @example 2025-06-01T00:00:00.000Z
         */
        UsageFrom: string;
        /**
         * @description Only runs created before this moment. Left out, now.
         * @example 2025-07-01T00:00:00.000Z
         */
        UsageTo: string;
        /**
         * @description A protected label of the workspace.
         * @example production
         */
        ProtectedLabel: string;
        /**
         * @description Only what has spans of this session.
         * @example chat-7731
         */
        SpanSessionId: string;
        /**
         * @description Only what has spans of this end user.
         * @example customer-118
         */
        SpanEndUserId: string;
        /**
         * @description Only what has spans that ended in this way.
         * @example error
         */
        SpanStatus: "unset" | "ok" | "error";
        /**
         * @description Only what has spans that started later than this moment.
         * @example 2025-07-01T00:00:00.000Z
         */
        StartedAfter: string;
        /**
         * @description Only what has spans that started earlier than this moment.
         * @example 2025-08-01T00:00:00.000Z
         */
        StartedBefore: string;
        /**
         * @description The trace id, 32 hexadecimal digits. A malformed one is answered like one that does not exist.
         * @example 0198142d93af72349a0d8589e41b9b9f
         */
        TraceId: string;
        /**
         * @description The span id, 16 hexadecimal digits. A malformed one is answered like one that does not exist.
         * @example 9a0d8589e41b9b9f
         */
        SpanId: string;
        /**
         * @description The session, as attribution or spans name it.
         * @example chat-7731
         */
        SessionOf: string;
        /**
         * @description Only scores of this run.
         * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        ScoreRunId: string;
        /**
         * @description Only scores of spans of this trace.
         * @example 4bf92f3577b34da6a3ce929d0e0e4736
         */
        ScoreTraceId: string;
        /**
         * @description Only scores of this span, best together with `traceId`.
         * @example 00f067aa0ba902b7
         */
        ScoreSpanId: string;
        /**
         * @description Only scores of this session itself.
         * @example chat-7731
         */
        ScoreSessionId: string;
        /**
         * @description Only scores of runs that are attributed to this prompt.
         * @example invoice-summary
         */
        ScorePromptId: string;
        /**
         * @description Only scores of runs that are attributed to this version of a prompt, best together with `promptId`.
         * @example 7
         */
        ScorePromptVersion: string;
        /**
         * @description The request key of this score: 1 to 255 visible ASCII characters, best a new random one for each form that is
         *     shown. It belongs to the workspace and makes one score, however often it is sent.
         * @example 1f0c6a5e-4b2d-4c8e-9a31-77d20c5be1a0
         */
        ScoreRequestKey: string;
        /**
         * @description The `id` of a score of the workspace.
         * @example scr_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        ScoreId: string;
        /**
         * @description The `id` of a webhook endpoint of the workspace.
         * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
         */
        EndpointId: string;
        /**
         * @description Only messages that are to be sent, that were taken, or that were not taken and are not sent any more.
         * @example failed
         */
        DeliveryStateFilter: "pending" | "delivered" | "failed";
        /**
         * @description The `id` of a message to the endpoint.
         * @example msg_01k0d5h9m1p3r5t7w9y2a4c6e8
         */
        MessageId: string;
        /**
         * @description What to export.
         * @example runs
         */
        Dataset: "runs" | "charges" | "scores" | "spans";
        /**
         * @description `ndjson` has a JSON object in each line, `csv` a line of names first (RFC 4180), and `parquet` is an Apache Parquet file.
         * @example ndjson
         */
        ExportFormat: "ndjson" | "csv" | "parquet";
        /**
         * @description Only the rows of this end user.
         * @example customer-204
         */
        ExportEndUser: string;
        /**
         * @description The request key of this saved export: 1 to 255 visible ASCII characters of your choice, unique to the export that you want. A
         *     value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form. It is
         *     kept as long as the saved export.
         * @example charges-for-the-books
         */
        SavedExportRequestKey: string;
        /**
         * @description The `id` of a saved export of the workspace. A malformed one is answered like one that does not exist.
         * @example exp_01k0e8g2j4m6p8r0t2v4x6z8b1
         */
        WorkspaceSavedExportId: string;
        /**
         * @description The request key of this made export: 1 to 255 visible ASCII characters of your choice, unique to the export that you want. A
         *     value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form. It is
         *     kept as long as the made export.
         * @example charges-of-june
         */
        MadeExportRequestKey: string;
        /**
         * @description The `id` of a made export of the workspace. A malformed one is answered like one that does not exist.
         * @example mex_01k0e8g2j4m6p8r0t2v4x6z8b1
         */
        MadeExportId: string;
        /**
         * @description Entity tags of files that you have. Where the file is one of them, the answer is 304.
         * @example "mex_01k0e8g2j4m6p8r0t2v4x6z8b1"
         */
        MadeExportIfNoneMatch: string;
        /**
         * @description The part of the file that you want (RFC 9110): `bytes=0-999`, `bytes=1000-` or `bytes=-1000`. Several ranges, and
         *     anything malformed, are ignored.
         * @example bytes=4-
         */
        Range: string;
        /**
         * @description The entity tag of the file that you have a part of. For another file, `Range` is ignored.
         * @example "d50d13969764d0dab0a08fff64278764011d09652406a02f8c58455872371065"
         */
        IfRange: string;
        /**
         * @description The `id` of a destination of the workspace.
         * @example dst_01k0d5f7h9k2n4q6s8v0x3z5b8
         */
        DestinationId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this exchange in logs and in support; the same value as `requestId` of a problem.
         * @example req_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        XRequestId: string;
        /**
         * @description The body is what its media type says, and nothing else is guessed.
         * @example nosniff
         */
        ContentTypeOptions: "nosniff";
        /**
         * @description Not to be kept by any cache.
         * @example no-store
         */
        CacheControlNoStore: string;
        /**
         * @description The methods that this path has.
         * @example GET, HEAD
         */
        Allow: string;
        /**
         * @description Seconds after which asking again makes sense.
         * @example 1
         */
        RetryAfter: number;
        /**
         * @description The new session, for this browser alone. Beside it, in a Set-Cookie of its own and for a year, `__Host-device`: that
         *     this browser has signed in before. It opens nothing. No script can read either.
         * @example __Host-session=Qm8xY2V0aGlzaXNub3RhdG9rZW4; Path=/; HttpOnly; Secure; SameSite=Lax
         */
        SessionCookie: string;
        /**
         * @description What is missing, which is a session. Browsers do not ask for a password because of it.
         * @example Session
         */
        WwwAuthenticateSession: "Session";
        /**
         * @description What is left of the session's request rate (`r`), and in how many seconds it is full again (`t`).
         *     On answers to a living session.
         * @example "default";r=5998;t=52
         */
        SessionRate: string;
        /**
         * @description The session's request rate, as a quota (`q`) in a window of seconds (`w`). On answers to a living session.
         * @example "default";q=6000;w=60
         */
        SessionRatePolicy: string;
        /**
         * @description Takes the cookie away.
         * @example __Host-session=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0
         */
        EndedCookie: string;
        /**
         * @description The sign-in page of the identity provider, or that of the dashboard, whose address then says why.
         * @example https://id.example.com/authorize?response_type=code&client_id=dashboard&scope=openid+email+profile
         */
        ProviderLocation: string;
        /**
         * @description Ties the way back to this browser, for a few minutes; absent if the provider can't be reached.
         * @example __Host-oidc=Zm9yYWZld21pbnV0ZXM; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=600
         */
        OidcCookie: string;
        /**
         * @description A page of the dashboard, as a path of this address.
         * @example /dashboard
         */
        DashboardLocation: string;
        /**
         * @description The new session, for this browser alone; absent if there is none. Beside it `__Host-device`, for a user who also
         *     has a password.
         * @example __Host-session=Qm8xY2V0aGlzaXNub3RhdG9rZW4; Path=/; HttpOnly; Secure; SameSite=Lax
         */
        SessionCookieAfterOidc: string;
        /**
         * @description The answer is a file, under this name.
         * @example attachment; filename="entries-2025-07-02.csv"
         */
        FileName: string;
        /**
         * @description The answer is a file, under this name.
         * @example attachment; filename="runs-2025-07-01.ndjson"
         */
        ExportFileName: string;
        /**
         * @description A strong tag of the bytes of the file.
         * @example "mex_01k0e8g2j4m6p8r0t2v4x6z8b1"
         */
        MadeExportETag: string;
        /**
         * @description The unit of the ranges that can be read.
         * @example bytes
         */
        AcceptRanges: "bytes";
        /**
         * @description Which part of the file this is, and the size of the file.
         * @example bytes 4-8/9
         */
        ContentRange: string;
        /**
         * @description The size of the file.
         * @example bytes *\/9
         */
        SizeOfFile: string;
        /**
         * @description Kept by any cache, and asked for again before each use.
         * @example no-cache
         */
        CacheControlPage: string;
        /**
         * @description The request headers that the response depends on.
         * @example Accept-Encoding
         */
        VaryOfPage: string;
        /**
         * @description A weak tag of the page. It changes with every change of the page.
         * @example W/"q1Zb0S2kXvE"
         */
        PageETag: string;
        /**
         * @description What the page may do in a browser. It runs scripts of the deployment only, and sends nothing anywhere.
         * @example default-src 'none'; style-src 'unsafe-inline'; img-src data:
         */
        ContentSecurityPolicy: string;
        /**
         * @description How the page is compressed; absent if the request accepts neither form.
         * @example br
         */
        ContentEncoding: "br" | "gzip";
    };
    pathItems: never;
}
export type OidcMethod = components['schemas']['OidcMethod'];
export type Captcha = components['schemas']['Captcha'];
export type SignUpMethod = components['schemas']['SignUpMethod'];
export type SignInMethods = components['schemas']['SignInMethods'];
export type ProblemCode = components['schemas']['ProblemCode'];
export type FaultCode = components['schemas']['FaultCode'];
export type Fault = components['schemas']['Fault'];
export type QuotaName = components['schemas']['QuotaName'];
export type Problem = components['schemas']['Problem'];
export type CreateSession = components['schemas']['CreateSession'];
export type SignedInUser = components['schemas']['SignedInUser'];
export type Role = components['schemas']['Role'];
export type JoinedWorkspace = components['schemas']['JoinedWorkspace'];
export type SessionTimes = components['schemas']['SessionTimes'];
export type Me = components['schemas']['Me'];
export type UpdateMe = components['schemas']['UpdateMe'];
export type UpdatePassword = components['schemas']['UpdatePassword'];
export type OwnSession = components['schemas']['OwnSession'];
export type OwnSessions = components['schemas']['OwnSessions'];
export type EndedSessions = components['schemas']['EndedSessions'];
export type SecondFactor = components['schemas']['SecondFactor'];
export type StartSecondFactor = components['schemas']['StartSecondFactor'];
export type StartedSecondFactor = components['schemas']['StartedSecondFactor'];
export type AcceptSecondFactor = components['schemas']['AcceptSecondFactor'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type RotateRecoveryCodes = components['schemas']['RotateRecoveryCodes'];
export type DeleteSecondFactor = components['schemas']['DeleteSecondFactor'];
export type CreatePasswordReset = components['schemas']['CreatePasswordReset'];
export type AcceptPasswordReset = components['schemas']['AcceptPasswordReset'];
export type CreateSignUp = components['schemas']['CreateSignUp'];
export type PreviewSignUp = components['schemas']['PreviewSignUp'];
export type SignUpInvitation = components['schemas']['SignUpInvitation'];
export type SignUpPreview = components['schemas']['SignUpPreview'];
export type AcceptSignUp = components['schemas']['AcceptSignUp'];
export type PreviewInvitation = components['schemas']['PreviewInvitation'];
export type InvitationPreview = components['schemas']['InvitationPreview'];
export type AcceptInvitation = components['schemas']['AcceptInvitation'];
export type Scope = components['schemas']['Scope'];
export type Suspension = components['schemas']['Suspension'];
export type Workspace = components['schemas']['Workspace'];
export type ScopeInput = components['schemas']['ScopeInput'];
export type UpdateWorkspace = components['schemas']['UpdateWorkspace'];
export type MemberUser = components['schemas']['MemberUser'];
export type Member = components['schemas']['Member'];
export type MemberList = components['schemas']['MemberList'];
export type RemovedMember = components['schemas']['RemovedMember'];
export type RoleInput = components['schemas']['RoleInput'];
export type UpdateMember = components['schemas']['UpdateMember'];
export type Person = components['schemas']['Person'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationList = components['schemas']['InvitationList'];
export type CreateInvitation = components['schemas']['CreateInvitation'];
export type CreatedInvitation = components['schemas']['CreatedInvitation'];
export type ScopeOption = components['schemas']['ScopeOption'];
export type Category = components['schemas']['Category'];
export type ModelCapabilities = components['schemas']['ModelCapabilities'];
export type InputModality = components['schemas']['InputModality'];
export type SupportedParameter = components['schemas']['SupportedParameter'];
export type ModelPricingTier = components['schemas']['ModelPricingTier'];
export type ModelPricing = components['schemas']['ModelPricing'];
export type Model = components['schemas']['Model'];
export type ModelHealth = components['schemas']['ModelHealth'];
export type ModelRunLimits = components['schemas']['ModelRunLimits'];
export type Catalog = components['schemas']['Catalog'];
export type AuditEvent = components['schemas']['AuditEvent'];
export type AuditEventList = components['schemas']['AuditEventList'];
export type AuditFile = components['schemas']['AuditFile'];
export type KeySpendingLimit = components['schemas']['KeySpendingLimit'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type CreateApiKey = components['schemas']['CreateApiKey'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type UpdateApiKey = components['schemas']['UpdateApiKey'];
export type RotateApiKey = components['schemas']['RotateApiKey'];
export type RotatedApiKey = components['schemas']['RotatedApiKey'];
export type RevokedApiKey = components['schemas']['RevokedApiKey'];
export type CustomerMetadata = components['schemas']['CustomerMetadata'];
export type CustomerBudget = components['schemas']['CustomerBudget'];
export type SpendingCustomer = components['schemas']['SpendingCustomer'];
export type CustomerTotal = components['schemas']['CustomerTotal'];
export type SpendingCustomerList = components['schemas']['SpendingCustomerList'];
export type CustomerMetadataInput = components['schemas']['CustomerMetadataInput'];
export type CustomerBudgetsInput = components['schemas']['CustomerBudgetsInput'];
export type CreateCustomer = components['schemas']['CreateCustomer'];
export type CustomerBalance = components['schemas']['CustomerBalance'];
export type Customer = components['schemas']['Customer'];
export type CustomerFile = components['schemas']['CustomerFile'];
export type ErasedCustomer = components['schemas']['ErasedCustomer'];
export type UpdateCustomer = components['schemas']['UpdateCustomer'];
export type CustomerGrant = components['schemas']['CustomerGrant'];
export type CustomerGrantList = components['schemas']['CustomerGrantList'];
export type CreateCustomerGrant = components['schemas']['CreateCustomerGrant'];
export type CustomerMonthOfKind = components['schemas']['CustomerMonthOfKind'];
export type CustomerMonth = components['schemas']['CustomerMonth'];
export type CustomerMonths = components['schemas']['CustomerMonths'];
export type DefaultBudgets = components['schemas']['DefaultBudgets'];
export type CustomerSettings = components['schemas']['CustomerSettings'];
export type DefaultBudgetsInput = components['schemas']['DefaultBudgetsInput'];
export type UpdateCustomerSettings = components['schemas']['UpdateCustomerSettings'];
export type Grant = components['schemas']['Grant'];
export type PaymentBounds = components['schemas']['PaymentBounds'];
export type Wallet = components['schemas']['Wallet'];
export type Entry = components['schemas']['Entry'];
export type EntryList = components['schemas']['EntryList'];
export type EntryFile = components['schemas']['EntryFile'];
export type StatementCredit = components['schemas']['StatementCredit'];
export type Statement = components['schemas']['Statement'];
export type ChargedGroup = components['schemas']['ChargedGroup'];
export type Charges = components['schemas']['Charges'];
export type ChargeFile = components['schemas']['ChargeFile'];
export type CreateCredit = components['schemas']['CreateCredit'];
export type CreditedWallet = components['schemas']['CreditedWallet'];
export type Payment = components['schemas']['Payment'];
export type PaymentList = components['schemas']['PaymentList'];
export type CreatePayment = components['schemas']['CreatePayment'];
export type SavedCard = components['schemas']['SavedCard'];
export type AutoRecharge = components['schemas']['AutoRecharge'];
export type UpdateAutoRecharge = components['schemas']['UpdateAutoRecharge'];
export type CardSetup = components['schemas']['CardSetup'];
export type TaxId = components['schemas']['TaxId'];
export type Billing = components['schemas']['Billing'];
export type BillingPage = components['schemas']['BillingPage'];
export type PaymentEvent = components['schemas']['PaymentEvent'];
export type Latency = components['schemas']['Latency'];
export type UsageBucket = components['schemas']['UsageBucket'];
export type ErrorCount = components['schemas']['ErrorCount'];
export type UsageTotal = components['schemas']['UsageTotal'];
export type Usage = components['schemas']['Usage'];
export type Quota = components['schemas']['Quota'];
export type StoragePrice = components['schemas']['StoragePrice'];
export type WorkspaceQuotas = components['schemas']['WorkspaceQuotas'];
export type RunState = components['schemas']['RunState'];
export type RunRow = components['schemas']['RunRow'];
export type ModelRunErrorCode = components['schemas']['ModelRunErrorCode'];
export type RunSummary = components['schemas']['RunSummary'];
export type RunSummaryList = components['schemas']['RunSummaryList'];
export type RunFile = components['schemas']['RunFile'];
export type Attribution = components['schemas']['Attribution'];
export type Metadata = components['schemas']['Metadata'];
export type BillableRun = components['schemas']['BillableRun'];
export type ModelRunState = components['schemas']['ModelRunState'];
export type ModelRunQueue = components['schemas']['ModelRunQueue'];
export type ModelRunReconciliation = components['schemas']['ModelRunReconciliation'];
export type ModelRunUsage = components['schemas']['ModelRunUsage'];
export type ModelRunError = components['schemas']['ModelRunError'];
export type ModelRunSummary = components['schemas']['ModelRunSummary'];
export type CalledFunction = components['schemas']['CalledFunction'];
export type ToolCall = components['schemas']['ToolCall'];
export type AssistantMessage = components['schemas']['AssistantMessage'];
export type ModelRun = components['schemas']['ModelRun'];
export type SentImage = components['schemas']['SentImage'];
export type SentFile = components['schemas']['SentFile'];
export type SentAudio = components['schemas']['SentAudio'];
export type SentPart = components['schemas']['SentPart'];
export type SentMessage = components['schemas']['SentMessage'];
export type SentTool = components['schemas']['SentTool'];
export type SentToolSelector = components['schemas']['SentToolSelector'];
export type SentToolChoice = components['schemas']['SentToolChoice'];
export type SentReasoning = components['schemas']['SentReasoning'];
export type SentJsonSchema = components['schemas']['SentJsonSchema'];
export type SentFormat = components['schemas']['SentFormat'];
export type SentRequest = components['schemas']['SentRequest'];
export type StateChange = components['schemas']['StateChange'];
export type RunDetail = components['schemas']['RunDetail'];
export type SavedView = components['schemas']['SavedView'];
export type SavedViewList = components['schemas']['SavedViewList'];
export type CreateSavedView = components['schemas']['CreateSavedView'];
export type UpdateSavedView = components['schemas']['UpdateSavedView'];
export type MayRun = components['schemas']['MayRun'];
export type PlaygroundKey = components['schemas']['PlaygroundKey'];
export type Playground = components['schemas']['Playground'];
export type CacheControl = components['schemas']['CacheControl'];
export type TextPart = components['schemas']['TextPart'];
export type SystemContent = components['schemas']['SystemContent'];
export type SystemMessage = components['schemas']['SystemMessage'];
export type ImageUrl = components['schemas']['ImageUrl'];
export type ImagePart = components['schemas']['ImagePart'];
export type InputFile = components['schemas']['InputFile'];
export type FilePart = components['schemas']['FilePart'];
export type InputAudio = components['schemas']['InputAudio'];
export type AudioPart = components['schemas']['AudioPart'];
export type ContentPart = components['schemas']['ContentPart'];
export type UserContent = components['schemas']['UserContent'];
export type UserMessage = components['schemas']['UserMessage'];
export type ToolResultContent = components['schemas']['ToolResultContent'];
export type ToolMessage = components['schemas']['ToolMessage'];
export type Message = components['schemas']['Message'];
export type ToolDefinition = components['schemas']['ToolDefinition'];
export type SelectedFunction = components['schemas']['SelectedFunction'];
export type NamedToolChoice = components['schemas']['NamedToolChoice'];
export type ToolChoice = components['schemas']['ToolChoice'];
export type ReasoningRequest = components['schemas']['ReasoningRequest'];
export type JsonSchemaFormat = components['schemas']['JsonSchemaFormat'];
export type ResponseFormat = components['schemas']['ResponseFormat'];
export type AttributionInput = components['schemas']['AttributionInput'];
export type MetadataInput = components['schemas']['MetadataInput'];
export type CreateModelRun = components['schemas']['CreateModelRun'];
export type PlaygroundEstimate = components['schemas']['PlaygroundEstimate'];
export type ToolUnitPricing = components['schemas']['ToolUnitPricing'];
export type ToolPricing = components['schemas']['ToolPricing'];
export type CatalogTool = components['schemas']['CatalogTool'];
export type ShownTool = components['schemas']['ShownTool'];
export type ToolCatalog = components['schemas']['ToolCatalog'];
export type ToolRunErrorCode = components['schemas']['ToolRunErrorCode'];
export type Parent = components['schemas']['Parent'];
export type ToolRunRow = components['schemas']['ToolRunRow'];
export type ToolRunRowList = components['schemas']['ToolRunRowList'];
export type ToolRunFile = components['schemas']['ToolRunFile'];
export type RunQueue = components['schemas']['RunQueue'];
export type RunReconciliation = components['schemas']['RunReconciliation'];
export type ToolRunProgress = components['schemas']['ToolRunProgress'];
export type ToolRunUsage = components['schemas']['ToolRunUsage'];
export type ToolRunError = components['schemas']['ToolRunError'];
export type ToolRunSummary = components['schemas']['ToolRunSummary'];
export type ToolContent = components['schemas']['ToolContent'];
export type ToolOutput = components['schemas']['ToolOutput'];
export type ToolRun = components['schemas']['ToolRun'];
export type ToolRunDetail = components['schemas']['ToolRunDetail'];
export type ReachedAddresses = components['schemas']['ReachedAddresses'];
export type BilledTime = components['schemas']['BilledTime'];
export type ComputePricing = components['schemas']['ComputePricing'];
export type ComputeEnvironment = components['schemas']['ComputeEnvironment'];
export type ComputeJobLimits = components['schemas']['ComputeJobLimits'];
export type EnvironmentCatalog = components['schemas']['EnvironmentCatalog'];
export type ComputeJobState = components['schemas']['ComputeJobState'];
export type ComputeJobResult = components['schemas']['ComputeJobResult'];
export type ComputeJobErrorCode = components['schemas']['ComputeJobErrorCode'];
export type JobRow = components['schemas']['JobRow'];
export type JobRowList = components['schemas']['JobRowList'];
export type JobsFile = components['schemas']['JobsFile'];
export type ComputeJobUsage = components['schemas']['ComputeJobUsage'];
export type ComputeJobLogSizes = components['schemas']['ComputeJobLogSizes'];
export type ComputeJobArtifact = components['schemas']['ComputeJobArtifact'];
export type ComputeJobError = components['schemas']['ComputeJobError'];
export type ComputeJob = components['schemas']['ComputeJob'];
export type JobTerms = components['schemas']['JobTerms'];
export type JobText = components['schemas']['JobText'];
export type JobFile = components['schemas']['JobFile'];
export type JobProgram = components['schemas']['JobProgram'];
export type JobDetail = components['schemas']['JobDetail'];
export type ComputeJobLog = components['schemas']['ComputeJobLog'];
export type ArtifactContent = components['schemas']['ArtifactContent'];
export type PlacedLabel = components['schemas']['PlacedLabel'];
export type Prompt = components['schemas']['Prompt'];
export type PromptRow = components['schemas']['PromptRow'];
export type PromptRowList = components['schemas']['PromptRowList'];
export type PromptMessageInput = components['schemas']['PromptMessageInput'];
export type CreatePromptVersion = components['schemas']['CreatePromptVersion'];
export type PromptVersionSummary = components['schemas']['PromptVersionSummary'];
export type PromptMessage = components['schemas']['PromptMessage'];
export type PromptReference = components['schemas']['PromptReference'];
export type PromptVersion = components['schemas']['PromptVersion'];
export type PromptVersionRow = components['schemas']['PromptVersionRow'];
export type PromptVersionSummaryRow = components['schemas']['PromptVersionSummaryRow'];
export type PromptVersionSummaryRowList = components['schemas']['PromptVersionSummaryRowList'];
export type DiffBlock = components['schemas']['DiffBlock'];
export type PromptChange = components['schemas']['PromptChange'];
export type PromptDiff = components['schemas']['PromptDiff'];
export type PromptLatency = components['schemas']['PromptLatency'];
export type PromptVersionUsage = components['schemas']['PromptVersionUsage'];
export type PromptUsage = components['schemas']['PromptUsage'];
export type MoveLabel = components['schemas']['MoveLabel'];
export type ScoreShare = components['schemas']['ScoreShare'];
export type PromptScore = components['schemas']['PromptScore'];
export type PromptScores = components['schemas']['PromptScores'];
export type PreviewPrompt = components['schemas']['PreviewPrompt'];
export type PreviewMessage = components['schemas']['PreviewMessage'];
export type PromptPreview = components['schemas']['PromptPreview'];
export type ProtectedLabels = components['schemas']['ProtectedLabels'];
export type ProtectLabel = components['schemas']['ProtectLabel'];
export type SpanTotals = components['schemas']['SpanTotals'];
export type SpanSpread = components['schemas']['SpanSpread'];
export type TraceSummary = components['schemas']['TraceSummary'];
export type TraceList = components['schemas']['TraceList'];
export type SpanSourceName = components['schemas']['SpanSourceName'];
export type SpanKindName = components['schemas']['SpanKindName'];
export type SpanStatusName = components['schemas']['SpanStatusName'];
export type SpanUsage = components['schemas']['SpanUsage'];
export type SpanRun = components['schemas']['SpanRun'];
export type SpanSummary = components['schemas']['SpanSummary'];
export type TraceSpan = components['schemas']['TraceSpan'];
export type Trace = components['schemas']['Trace'];
export type SpanEvent = components['schemas']['SpanEvent'];
export type Span = components['schemas']['Span'];
export type Session = components['schemas']['Session'];
export type SessionList = components['schemas']['SessionList'];
export type SaidCall = components['schemas']['SaidCall'];
export type SaidMessage = components['schemas']['SaidMessage'];
export type Turn = components['schemas']['Turn'];
export type TurnList = components['schemas']['TurnList'];
export type ScoreValue = components['schemas']['ScoreValue'];
export type ScoredSpan = components['schemas']['ScoredSpan'];
export type ScoreAttribution = components['schemas']['ScoreAttribution'];
export type Score = components['schemas']['Score'];
export type ScoreRow = components['schemas']['ScoreRow'];
export type ScoreRowList = components['schemas']['ScoreRowList'];
export type ScoreValueInput = components['schemas']['ScoreValueInput'];
export type ScoredSpanInput = components['schemas']['ScoredSpanInput'];
export type JudgeInput = components['schemas']['JudgeInput'];
export type WebhookEventType = components['schemas']['WebhookEventType'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointList = components['schemas']['WebhookEndpointList'];
export type WebhookEventTypeInput = components['schemas']['WebhookEventTypeInput'];
export type CreateWebhookEndpoint = components['schemas']['CreateWebhookEndpoint'];
export type CreatedWebhookEndpoint = components['schemas']['CreatedWebhookEndpoint'];
export type UpdateWebhookEndpoint = components['schemas']['UpdateWebhookEndpoint'];
export type RotateWebhookSecret = components['schemas']['RotateWebhookSecret'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type Alert = components['schemas']['Alert'];
export type AlertList = components['schemas']['AlertList'];
export type AlertSettings = components['schemas']['AlertSettings'];
export type UpdateAlertSettings = components['schemas']['UpdateAlertSettings'];
export type ExportLines = components['schemas']['ExportLines'];
export type ExportTable = components['schemas']['ExportTable'];
export type ExportParquet = components['schemas']['ExportParquet'];
export type SavedExport = components['schemas']['SavedExport'];
export type SavedExportList = components['schemas']['SavedExportList'];
export type CreateSavedExport = components['schemas']['CreateSavedExport'];
export type MadeExport = components['schemas']['MadeExport'];
export type MadeExportList = components['schemas']['MadeExportList'];
export type CreateMadeExport = components['schemas']['CreateMadeExport'];
export type Destination = components['schemas']['Destination'];
export type DestinationList = components['schemas']['DestinationList'];
export type DestinationHeaderInput = components['schemas']['DestinationHeaderInput'];
export type DestinationKindInput = components['schemas']['DestinationKindInput'];
export type CreateDestination = components['schemas']['CreateDestination'];
export type UpdateDestination = components['schemas']['UpdateDestination'];
export type DestinationTest = components['schemas']['DestinationTest'];
export type OpenApiDocument = components['schemas']['OpenApiDocument'];
export type Page = components['schemas']['Page'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseBadPage = components['responses']['BadPage'];
export type ResponseBadBody = components['responses']['BadBody'];
export type ResponseUnauthenticated = components['responses']['Unauthenticated'];
export type ResponseCrossSite = components['responses']['CrossSite'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseForbiddenChange = components['responses']['ForbiddenChange'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseMethodNotAllowed = components['responses']['MethodNotAllowed'];
export type ResponseRequestTimeout = components['responses']['RequestTimeout'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseHeadersTooLarge = components['responses']['HeadersTooLarge'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseWrongCredentials = components['responses']['WrongCredentials'];
export type ResponseWrongPassword = components['responses']['WrongPassword'];
export type ResponseConflict = components['responses']['Conflict'];
export type ResponseLinkNotValid = components['responses']['LinkNotValid'];
export type ResponseDownloadLimited = components['responses']['DownloadLimited'];
export type ResponseInsufficientCredit = components['responses']['InsufficientCredit'];
export type ResponseCustomersUsedUp = components['responses']['CustomersUsedUp'];
export type ResponseForbiddenCredit = components['responses']['ForbiddenCredit'];
export type ResponseRefusedRun = components['responses']['RefusedRun'];
export type ResponseInsufficientCreditOfRun = components['responses']['InsufficientCreditOfRun'];
export type ResponseUnacceptableVersion = components['responses']['UnacceptableVersion'];
export type ResponseUnacceptableLabel = components['responses']['UnacceptableLabel'];
export type ResponseMadeExportsUsedUp = components['responses']['MadeExportsUsedUp'];
export type ResponseRangeNotSatisfiable = components['responses']['RangeNotSatisfiable'];
export type ParameterReturnTo = components['parameters']['ReturnTo'];
export type ParameterOidcCode = components['parameters']['OidcCode'];
export type ParameterOidcState = components['parameters']['OidcState'];
export type ParameterOidcIssuer = components['parameters']['OidcIssuer'];
export type ParameterOidcError = components['parameters']['OidcError'];
export type ParameterOwnSessionId = components['parameters']['OwnSessionId'];
export type ParameterWorkspaceId = components['parameters']['WorkspaceId'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterUserId = components['parameters']['UserId'];
export type ParameterRevokeKeys = components['parameters']['RevokeKeys'];
export type ParameterInvitationId = components['parameters']['InvitationId'];
export type ParameterAuditKind = components['parameters']['AuditKind'];
export type ParameterAuditBy = components['parameters']['AuditBy'];
export type ParameterActorId = components['parameters']['ActorId'];
export type ParameterCreatedFrom = components['parameters']['CreatedFrom'];
export type ParameterNotedBefore = components['parameters']['NotedBefore'];
export type ParameterKeyStatus = components['parameters']['KeyStatus'];
export type ParameterRequestKey = components['parameters']['RequestKey'];
export type ParameterKeyId = components['parameters']['KeyId'];
export type ParameterMonth = components['parameters']['Month'];
export type ParameterTimeZone = components['parameters']['TimeZone'];
export type ParameterCustomerStateFilter = components['parameters']['CustomerStateFilter'];
export type ParameterCustomerOwnBudgets = components['parameters']['CustomerOwnBudgets'];
export type ParameterCustomerSearch = components['parameters']['CustomerSearch'];
export type ParameterCustomerSort = components['parameters']['CustomerSort'];
export type ParameterCustomerRequestKey = components['parameters']['CustomerRequestKey'];
export type ParameterCustomerOf = components['parameters']['CustomerOf'];
export type ParameterGrantRequestKey = components['parameters']['GrantRequestKey'];
export type ParameterGrantId = components['parameters']['GrantId'];
export type ParameterEntryKind = components['parameters']['EntryKind'];
export type ParameterRunIdFilter = components['parameters']['RunIdFilter'];
export type ParameterKeyIdFilter = components['parameters']['KeyIdFilter'];
export type ParameterChargesBy = components['parameters']['ChargesBy'];
export type ParameterChargesLabel = components['parameters']['ChargesLabel'];
export type ParameterChargesOf = components['parameters']['ChargesOf'];
export type ParameterChargesFileBy = components['parameters']['ChargesFileBy'];
export type ParameterPaymentRequestKey = components['parameters']['PaymentRequestKey'];
export type ParameterPaymentId = components['parameters']['PaymentId'];
export type ParameterStripeSignature = components['parameters']['StripeSignature'];
export type ParameterFrom = components['parameters']['From'];
export type ParameterTo = components['parameters']['To'];
export type ParameterInterval = components['parameters']['Interval'];
export type ParameterGroupBy = components['parameters']['GroupBy'];
export type ParameterUsageKind = components['parameters']['UsageKind'];
export type ParameterModelFilter = components['parameters']['ModelFilter'];
export type ParameterEndUserIdFilter = components['parameters']['EndUserIdFilter'];
export type ParameterPromptIdFilter = components['parameters']['PromptIdFilter'];
export type ParameterStateFilter = components['parameters']['StateFilter'];
export type ParameterCreatedAfter = components['parameters']['CreatedAfter'];
export type ParameterCreatedBefore = components['parameters']['CreatedBefore'];
export type ParameterPromptVersionFilter = components['parameters']['PromptVersionFilter'];
export type ParameterErrorCodeFilter = components['parameters']['ErrorCodeFilter'];
export type ParameterMinChargedAmount = components['parameters']['MinChargedAmount'];
export type ParameterMaxChargedAmount = components['parameters']['MaxChargedAmount'];
export type ParameterMinDurationMs = components['parameters']['MinDurationMs'];
export type ParameterMaxDurationMs = components['parameters']['MaxDurationMs'];
export type ParameterSearch = components['parameters']['Search'];
export type ParameterMetadataFilter = components['parameters']['MetadataFilter'];
export type ParameterRunId = components['parameters']['RunId'];
export type ParameterViewId = components['parameters']['ViewId'];
export type ParameterRunRequestKey = components['parameters']['RunRequestKey'];
export type ParameterToolFilter = components['parameters']['ToolFilter'];
export type ParameterParentRunIdFilter = components['parameters']['ParentRunIdFilter'];
export type ParameterToolRunId = components['parameters']['ToolRunId'];
export type ParameterJobStateFilter = components['parameters']['JobStateFilter'];
export type ParameterEnvironmentFilter = components['parameters']['EnvironmentFilter'];
export type ParameterResultFilter = components['parameters']['ResultFilter'];
export type ParameterJobId = components['parameters']['JobId'];
export type ParameterLogStream = components['parameters']['LogStream'];
export type ParameterLogAfter = components['parameters']['LogAfter'];
export type ParameterArtifactName = components['parameters']['ArtifactName'];
export type ParameterSaveRequestKey = components['parameters']['SaveRequestKey'];
export type ParameterPromptName = components['parameters']['PromptName'];
export type ParameterPromptVersionNumber = components['parameters']['PromptVersionNumber'];
export type ParameterDiffFrom = components['parameters']['DiffFrom'];
export type ParameterDiffTo = components['parameters']['DiffTo'];
export type ParameterUsageFrom = components['parameters']['UsageFrom'];
export type ParameterUsageTo = components['parameters']['UsageTo'];
export type ParameterProtectedLabel = components['parameters']['ProtectedLabel'];
export type ParameterSpanSessionId = components['parameters']['SpanSessionId'];
export type ParameterSpanEndUserId = components['parameters']['SpanEndUserId'];
export type ParameterSpanStatus = components['parameters']['SpanStatus'];
export type ParameterStartedAfter = components['parameters']['StartedAfter'];
export type ParameterStartedBefore = components['parameters']['StartedBefore'];
export type ParameterTraceId = components['parameters']['TraceId'];
export type ParameterSpanId = components['parameters']['SpanId'];
export type ParameterSessionOf = components['parameters']['SessionOf'];
export type ParameterScoreRunId = components['parameters']['ScoreRunId'];
export type ParameterScoreTraceId = components['parameters']['ScoreTraceId'];
export type ParameterScoreSpanId = components['parameters']['ScoreSpanId'];
export type ParameterScoreSessionId = components['parameters']['ScoreSessionId'];
export type ParameterScorePromptId = components['parameters']['ScorePromptId'];
export type ParameterScorePromptVersion = components['parameters']['ScorePromptVersion'];
export type ParameterScoreRequestKey = components['parameters']['ScoreRequestKey'];
export type ParameterScoreId = components['parameters']['ScoreId'];
export type ParameterEndpointId = components['parameters']['EndpointId'];
export type ParameterDeliveryStateFilter = components['parameters']['DeliveryStateFilter'];
export type ParameterMessageId = components['parameters']['MessageId'];
export type ParameterDataset = components['parameters']['Dataset'];
export type ParameterExportFormat = components['parameters']['ExportFormat'];
export type ParameterExportEndUser = components['parameters']['ExportEndUser'];
export type ParameterSavedExportRequestKey = components['parameters']['SavedExportRequestKey'];
export type ParameterWorkspaceSavedExportId = components['parameters']['WorkspaceSavedExportId'];
export type ParameterMadeExportRequestKey = components['parameters']['MadeExportRequestKey'];
export type ParameterMadeExportId = components['parameters']['MadeExportId'];
export type ParameterMadeExportIfNoneMatch = components['parameters']['MadeExportIfNoneMatch'];
export type ParameterRange = components['parameters']['Range'];
export type ParameterIfRange = components['parameters']['IfRange'];
export type ParameterDestinationId = components['parameters']['DestinationId'];
export type HeaderXRequestId = components['headers']['XRequestId'];
export type HeaderContentTypeOptions = components['headers']['ContentTypeOptions'];
export type HeaderCacheControlNoStore = components['headers']['CacheControlNoStore'];
export type HeaderAllow = components['headers']['Allow'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderSessionCookie = components['headers']['SessionCookie'];
export type HeaderWwwAuthenticateSession = components['headers']['WwwAuthenticateSession'];
export type HeaderSessionRate = components['headers']['SessionRate'];
export type HeaderSessionRatePolicy = components['headers']['SessionRatePolicy'];
export type HeaderEndedCookie = components['headers']['EndedCookie'];
export type HeaderProviderLocation = components['headers']['ProviderLocation'];
export type HeaderOidcCookie = components['headers']['OidcCookie'];
export type HeaderDashboardLocation = components['headers']['DashboardLocation'];
export type HeaderSessionCookieAfterOidc = components['headers']['SessionCookieAfterOidc'];
export type HeaderFileName = components['headers']['FileName'];
export type HeaderExportFileName = components['headers']['ExportFileName'];
export type HeaderMadeExportETag = components['headers']['MadeExportETag'];
export type HeaderAcceptRanges = components['headers']['AcceptRanges'];
export type HeaderContentRange = components['headers']['ContentRange'];
export type HeaderSizeOfFile = components['headers']['SizeOfFile'];
export type HeaderCacheControlPage = components['headers']['CacheControlPage'];
export type HeaderVaryOfPage = components['headers']['VaryOfPage'];
export type HeaderPageETag = components['headers']['PageETag'];
export type HeaderContentSecurityPolicy = components['headers']['ContentSecurityPolicy'];
export type HeaderContentEncoding = components['headers']['ContentEncoding'];
export type $defs = Record<string, never>;
export interface operations {
    getSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways to sign in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInMethods"];
                };
            };
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Who signs in. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSession"];
            };
        };
        responses: {
            /** @description Who has signed in. One cookie is the session, another identifies this browser. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    "Set-Cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["WrongCredentials"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nobody is signed in with this cookie any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    "Set-Cookie": components["headers"]["EndedCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startOidc: {
        parameters: {
            query?: {
                /**
                 * @description The page of the dashboard, or of the operator's console, to come back to, as a path. Other addresses are refused.
                 * @example /dashboard/wsp_01jzw7r3k5m8q2t4v6x9y1b3df/runs
                 */
                returnTo?: components["parameters"]["ReturnTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider, or the sign-in page; `Location` says which. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    Location: components["headers"]["ProviderLocation"];
                    "Set-Cookie": components["headers"]["OidcCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    finishOidc: {
        parameters: {
            query?: {
                /**
                 * @description The authorization code; absent if the provider refused.
                 * @example SplxlOBeZQQYbYS6WxSbIA
                 */
                code?: components["parameters"]["OidcCode"];
                /**
                 * @description The state that the way there began with. Without it, or with another one, nobody is signed in.
                 * @example af0ifjsldkj
                 */
                state?: components["parameters"]["OidcState"];
                /**
                 * @description Which provider answers, if it says so. Another one than the configured one signs nobody in.
                 * @example https://id.example.com
                 */
                iss?: components["parameters"]["OidcIssuer"];
                /**
                 * @description Why the provider refused, as one of its codes.
                 * @example access_denied
                 */
                error?: components["parameters"]["OidcError"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dashboard, or the sign-in page; `Location` says which. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    Location: components["headers"]["DashboardLocation"];
                    "Set-Cookie": components["headers"]["SessionCookieAfterOidc"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user of this session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMe"];
            };
        };
        responses: {
            /** @description The user as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The present password and the new one. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePassword"];
            };
        };
        responses: {
            /** @description The new password holds. The cookies are those of a sign-in. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Set-Cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["WrongPassword"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSessions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a living session of the user.
                 * @example ses_01k09x2c4e6g8j1m3p5r7t9w0y
                 */
                ownSessionId: components["parameters"]["OwnSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nobody is signed in there any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The second factor. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactor"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The present password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartSecondFactor"];
            };
        };
        responses: {
            /** @description What an app makes codes of. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedSecondFactor"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["WrongPassword"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A code of the app. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptSecondFactor"];
            };
        };
        responses: {
            /** @description The recovery codes. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["WrongPassword"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The present password, and a code. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateRecoveryCodes"];
            };
        };
        responses: {
            /** @description The recovery codes. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["WrongPassword"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The present password, and a code. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteSecondFactor"];
            };
        };
        responses: {
            /** @description The password alone signs in. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["WrongPassword"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Whose password it is. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePasswordReset"];
            };
        };
        responses: {
            /** @description If somebody has this address, a mail is on its way. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token of the link, and the new password. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptPasswordReset"];
            };
        };
        responses: {
            /** @description The new password holds. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["LinkNotValid"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Whose account it will be. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSignUp"];
            };
        };
        responses: {
            /** @description A mail is on its way. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token of the link. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewSignUp"];
            };
        };
        responses: {
            /** @description What the account will be made of. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignUpPreview"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["LinkNotValid"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptSignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token of the link, and what to make. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptSignUp"];
            };
        };
        responses: {
            /** @description Who has signed up. The cookies are those of a sign-in. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    "Set-Cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["LinkNotValid"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token of the link. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewInvitation"];
            };
        };
        responses: {
            /** @description What the link invites to. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPreview"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["LinkNotValid"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token of the link, and who joins. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitation"];
            };
        };
        responses: {
            /** @description Who has joined. A new user gets the cookies of a sign-in. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    "Set-Cookie": components["headers"]["SessionCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["LinkNotValid"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The settings to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWorkspace"];
            };
        };
        responses: {
            /** @description The workspace as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMember: {
        parameters: {
            query?: {
                /**
                 * @description Also revoke the keys of the workspace that the user made. This takes the role `admin`.
                 * @example true
                 */
                revokeKeys?: components["parameters"]["RevokeKeys"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a member of the workspace.
                 * @example user_01jzw7s8t2v4x6y9b1d3f5h7jk
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is no member any more. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedMember"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a member of the workspace.
                 * @example user_01jzw7s8t2v4x6y9b1d3f5h7jk
                 */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /** @description The new role. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMember"];
            };
        };
        responses: {
            /** @description The member with the new role. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of invitations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The role that the link gives. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvitation"];
            };
        };
        responses: {
            /** @description The invitation, and its link. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitation"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of an open invitation of the workspace.
                 * @example inv_01k09x2c4e6g8j1m3p5r7t9w0y
                 */
                invitationId: components["parameters"]["InvitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link does not work any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the deployment offers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Catalog"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of this kind.
                 * @example key_created
                 */
                kind?: components["parameters"]["AuditKind"];
                /**
                 * @description Only what people did, or only what came from the command line and the service itself.
                 * @example people
                 */
                by?: components["parameters"]["AuditBy"];
                /**
                 * @description Only what this user did.
                 * @example user_01jzw8s0f2h4k6m8p0r2t4v6x8
                 */
                actorId?: components["parameters"]["ActorId"];
                /**
                 * @description Only what was noted at this moment or later.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only what was noted before this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["NotedBefore"];
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuditFile: {
        parameters: {
            query?: {
                /**
                 * @description Only events of this kind.
                 * @example key_created
                 */
                kind?: components["parameters"]["AuditKind"];
                /**
                 * @description Only what people did, or only what came from the command line and the service itself.
                 * @example people
                 */
                by?: components["parameters"]["AuditBy"];
                /**
                 * @description Only what this user did.
                 * @example user_01jzw8s0f2h4k6m8p0r2t4v6x8
                 */
                actorId?: components["parameters"]["ActorId"];
                /**
                 * @description Only what was noted at this moment or later.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only what was noted before this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["NotedBefore"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Content-Disposition": components["headers"]["FileName"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["AuditFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /**
                 * @description Only keys that are alive, that have expired, or that were revoked.
                 * @example active
                 */
                status?: components["parameters"]["KeyStatus"];
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this creation: 1 to 255 visible ASCII characters, best a new random one for each form that is
                 *     shown. It belongs to the workspace and makes one key, however often it is sent.
                 * @example 7c1e4a52-9b0d-4f7e-8a35-2d6c91f0b844
                 */
                "Idempotency-Key": components["parameters"]["RequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The key to make. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description The key and its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["InsufficientCredit"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a key of the workspace.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a key of the workspace.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateApiKey"];
            };
        };
        responses: {
            /** @description The key as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["InsufficientCredit"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a key of the workspace.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        /** @description How long the old key keeps working. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateApiKey"];
            };
        };
        responses: {
            /** @description The new key and its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedApiKey"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a key of the workspace.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, which is revoked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkspaceCustomers: {
        parameters: {
            query: {
                /**
                 * @description A month of the calendar.
                 * @example 2025-07
                 */
                month: components["parameters"]["Month"];
                /**
                 * @description The time zone of days and months, by its name in the IANA database; without it, that of the workspace. A name that the
                 *     service does not know is a 400.
                 * @example Europe/Berlin
                 */
                timeZone?: components["parameters"]["TimeZone"];
                /**
                 * @description Only customers in this state.
                 * @example blocked
                 */
                state?: components["parameters"]["CustomerStateFilter"];
                /**
                 * @description Only customers with budgets of their own, or only those without.
                 * @example true
                 */
                hasOwnBudgets?: components["parameters"]["CustomerOwnBudgets"];
                /**
                 * @description Only customers whose name or `endUserId` contains this text, in capital or small letters.
                 * @example bakery
                 */
                search?: components["parameters"]["CustomerSearch"];
                /**
                 * @description The order: who was charged most in the month first, who is newest first, or by name (by `endUserId` where there is no name).
                 *     Without it, `spent`.
                 * @example spent
                 */
                sort?: components["parameters"]["CustomerSort"];
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of customers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendingCustomerList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWorkspaceCustomer: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this customer: 1 to 255 visible ASCII characters, best a new random one for each form that is
                 *     shown. It belongs to the workspace and makes one customer, however often it is sent.
                 * @example 3e9b1d74-5c20-4a8f-b6d1-90f27ac4e815
                 */
                "Idempotency-Key": components["parameters"]["CustomerRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The customer. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomer"];
            };
        };
        responses: {
            /** @description The request key was known, and this is the customer that it made, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description The customer is saved. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["CustomersUsedUp"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCustomerFile: {
        parameters: {
            query: {
                /**
                 * @description A month of the calendar.
                 * @example 2025-07
                 */
                month: components["parameters"]["Month"];
                /**
                 * @description The time zone of days and months, by its name in the IANA database; without it, that of the workspace. A name that the
                 *     service does not know is a 400.
                 * @example Europe/Berlin
                 */
                timeZone?: components["parameters"]["TimeZone"];
                /**
                 * @description Only customers in this state.
                 * @example blocked
                 */
                state?: components["parameters"]["CustomerStateFilter"];
                /**
                 * @description Only customers with budgets of their own, or only those without.
                 * @example true
                 */
                hasOwnBudgets?: components["parameters"]["CustomerOwnBudgets"];
                /**
                 * @description Only customers whose name or `endUserId` contains this text, in capital or small letters.
                 * @example bakery
                 */
                search?: components["parameters"]["CustomerSearch"];
                /**
                 * @description The order: who was charged most in the month first, who is newest first, or by name (by `endUserId` where there is no name).
                 *     Without it, `spent`.
                 * @example spent
                 */
                sort?: components["parameters"]["CustomerSort"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Content-Disposition": components["headers"]["FileName"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["CustomerFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkspaceCustomer: {
        parameters: {
            query: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerOf"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWorkspaceCustomer: {
        parameters: {
            query: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerOf"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was erased. The customer is gone if no run is open. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedCustomer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWorkspaceCustomer: {
        parameters: {
            query: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerOf"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCustomer"];
            };
        };
        responses: {
            /** @description The customer as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkspaceCustomerGrants: {
        parameters: {
            query: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerOf"];
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of grants. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerGrantList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWorkspaceCustomerGrant: {
        parameters: {
            query: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerOf"];
            };
            header: {
                /**
                 * @description The request key of this grant: 1 to 255 visible ASCII characters, best a new random one for each form that is shown. It
                 *     belongs to the workspace and gives one grant, however often it is sent.
                 * @example 5a1c9e20-7f34-4b6d-8e02-4c7d3f91b6a8
                 */
                "Idempotency-Key": components["parameters"]["GrantRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The grant. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomerGrant"];
            };
        };
        responses: {
            /** @description The request key was known, and this is the grant that it gave, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerGrant"];
                };
            };
            /** @description The grant is saved. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerGrant"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeWorkspaceCustomerGrant: {
        parameters: {
            query: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerOf"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a grant of the customer. A malformed one is answered like one that does not exist.
                 * @example cgr_01k0b6m2s4fq8v3x7c9d1h5j0n
                 */
                grantId: components["parameters"]["GrantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The grant as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerGrant"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCustomerMonths: {
        parameters: {
            query: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerOf"];
                /**
                 * @description The time zone of days and months, by its name in the IANA database; without it, that of the workspace. A name that the
                 *     service does not know is a 400.
                 * @example Europe/Berlin
                 */
                timeZone?: components["parameters"]["TimeZone"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The months, oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerMonths"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDefaultBudgets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDefaultBudgets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The settings. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCustomerSettings"];
            };
        };
        responses: {
            /** @description The settings as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSettings"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEntries: {
        parameters: {
            query?: {
                /**
                 * @description Only entries of this kind. An unknown kind has no entries.
                 * @example top_up
                 */
                kind?: components["parameters"]["EntryKind"];
                /**
                 * @description Only entries of this run.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                runId?: components["parameters"]["RunIdFilter"];
                /**
                 * @description Only what belongs to this key.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId?: components["parameters"]["KeyIdFilter"];
                /**
                 * @description Only what was noted at this moment or later.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only what was noted before this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["NotedBefore"];
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEntryFile: {
        parameters: {
            query?: {
                /**
                 * @description Only entries of this kind. An unknown kind has no entries.
                 * @example top_up
                 */
                kind?: components["parameters"]["EntryKind"];
                /**
                 * @description Only entries of this run.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                runId?: components["parameters"]["RunIdFilter"];
                /**
                 * @description Only what belongs to this key.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId?: components["parameters"]["KeyIdFilter"];
                /**
                 * @description Only what was noted at this moment or later.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only what was noted before this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["NotedBefore"];
                /**
                 * @description The time zone of days and months, by its name in the IANA database; without it, that of the workspace. A name that the
                 *     service does not know is a 400.
                 * @example Europe/Berlin
                 */
                timeZone?: components["parameters"]["TimeZone"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Content-Disposition": components["headers"]["FileName"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["EntryFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStatement: {
        parameters: {
            query: {
                /**
                 * @description A month of the calendar.
                 * @example 2025-07
                 */
                month: components["parameters"]["Month"];
                /**
                 * @description The time zone of days and months, by its name in the IANA database; without it, that of the workspace. A name that the
                 *     service does not know is a 400.
                 * @example Europe/Berlin
                 */
                timeZone?: components["parameters"]["TimeZone"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCharges: {
        parameters: {
            query: {
                /**
                 * @description A month of the calendar.
                 * @example 2025-07
                 */
                month: components["parameters"]["Month"];
                /**
                 * @description The time zone of days and months, by its name in the IANA database; without it, that of the workspace. A name that the
                 *     service does not know is a 400.
                 * @example Europe/Berlin
                 */
                timeZone?: components["parameters"]["TimeZone"];
                /**
                 * @description What the charges are split by: the end user, the key, the `subject` (what was bought: a model, a tool or an environment), the kind,
                 *     the day, or the value of a label.
                 * @example endUser
                 */
                by: components["parameters"]["ChargesBy"];
                /**
                 * @description The name of the label, which `by=label` needs.
                 * @example team
                 */
                label?: components["parameters"]["ChargesLabel"];
                /**
                 * @description Only runs of this end user.
                 * @example user-1842
                 */
                endUserId?: components["parameters"]["ChargesOf"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The charges. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charges"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChargeFile: {
        parameters: {
            query: {
                /**
                 * @description A month of the calendar.
                 * @example 2025-07
                 */
                month: components["parameters"]["Month"];
                /**
                 * @description The time zone of days and months, by its name in the IANA database; without it, that of the workspace. A name that the
                 *     service does not know is a 400.
                 * @example Europe/Berlin
                 */
                timeZone?: components["parameters"]["TimeZone"];
                /**
                 * @description What the charges are split by, as in the answer; without it, each run is a line.
                 * @example endUser
                 */
                by?: components["parameters"]["ChargesFileBy"];
                /**
                 * @description The name of the label, which `by=label` needs.
                 * @example team
                 */
                label?: components["parameters"]["ChargesLabel"];
                /**
                 * @description Only runs of this end user.
                 * @example user-1842
                 */
                endUserId?: components["parameters"]["ChargesOf"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Content-Disposition": components["headers"]["FileName"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["ChargeFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCredit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The amount, and the name of the payment. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCredit"];
            };
        };
        responses: {
            /** @description This very credit had been given before. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditedWallet"];
                };
            };
            /** @description The wallet with the credit. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditedWallet"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenCredit"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this payment: 1 to 255 visible ASCII characters, best a new random one for each form that is
                 *     shown. It belongs to the workspace and makes one payment, however often it is sent.
                 * @example 8c2f7d10-6b1e-4f3a-9d55-2a0c4e7b9f61
                 */
                "Idempotency-Key": components["parameters"]["PaymentRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The amount. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePayment"];
            };
        };
        responses: {
            /** @description The payment that this request key has made before. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /** @description The payment, with the page to pay on. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description Names the payment.
                 * @example pay_01k0b6m2s4fq8v3x7c9d1h5j0n
                 */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAutoRecharge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The auto-recharge. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRecharge"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAutoRecharge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The terms, all of them. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAutoRecharge"];
            };
        };
        responses: {
            /** @description The auto-recharge as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRecharge"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAutoRecharge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is none any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCardSetup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page to save a card on. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardSetup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBilling: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The billing details, as far as somebody has entered them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Billing"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBillingPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receivePaymentEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The time and the signature of the body, as Stripe writes them.
                 * @example t=1753174800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "Stripe-Signature": components["parameters"]["StripeSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event as the provider signed it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description The event is dealt with; there is nothing to send again. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["CrossSite"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsage: {
        parameters: {
            query: {
                /**
                 * @description The beginning of the range. It is taken down to the beginning of its hour in UTC, or of its day in the time zone.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                from: components["parameters"]["From"];
                /**
                 * @description The end of the range, which is not part of it. It is taken up to the end of its hour in UTC, or of its day in the time zone.
                 * @example 2025-07-04T00:00:00.000Z
                 */
                to: components["parameters"]["To"];
                /**
                 * @description The length of a bucket, a whole hour of UTC or a day of the time zone.
                 * @example day
                 */
                interval?: components["parameters"]["Interval"];
                /**
                 * @description The time zone of days and months, by its name in the IANA database; without it, that of the workspace. A name that the
                 *     service does not know is a 400.
                 * @example Europe/Berlin
                 */
                timeZone?: components["parameters"]["TimeZone"];
                /**
                 * @description What each bucket is split by. The 20 groups that cost most are listed, and the rest is one group. By `model`, `tool`
                 *     or `environment`, runs of the other kinds are a group without a name.
                 * @example model
                 */
                groupBy?: components["parameters"]["GroupBy"];
                /**
                 * @description Only runs of this kind.
                 * @example tool_run
                 */
                kind?: components["parameters"]["UsageKind"];
                /**
                 * @description Only what belongs to this key.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId?: components["parameters"]["KeyIdFilter"];
                /**
                 * @description Only runs of this exact model identifier.
                 * @example sandbox/echo
                 */
                model?: components["parameters"]["ModelFilter"];
                /**
                 * @description Only runs attributed to this end user.
                 * @example customer-118
                 */
                endUserId?: components["parameters"]["EndUserIdFilter"];
                /**
                 * @description Only runs attributed to this prompt template.
                 * @example invoice-summary
                 */
                promptId?: components["parameters"]["PromptIdFilter"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage in the range. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quotas. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceQuotas"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /**
                 * @description Only runs in this state. Repeat it for several: `state=queued&state=submitting`. A state that this version does
                 *     not know is refused with 400: what answers may hold is open, what can be asked for is not.
                 * @example [
                 *       "queued",
                 *       "submitting"
                 *     ]
                 */
                state?: components["parameters"]["StateFilter"];
                /**
                 * @description Only runs of this exact model identifier.
                 * @example sandbox/echo
                 */
                model?: components["parameters"]["ModelFilter"];
                /**
                 * @description Only what belongs to this key.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId?: components["parameters"]["KeyIdFilter"];
                /**
                 * @description Only runs attributed to this end user.
                 * @example customer-118
                 */
                endUserId?: components["parameters"]["EndUserIdFilter"];
                /**
                 * @description Only runs created later than this moment.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only runs created earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only runs attributed to this prompt template.
                 * @example invoice-summary
                 */
                promptId?: components["parameters"]["PromptIdFilter"];
                /**
                 * @description Only runs attributed to this version of a prompt template, best together with `promptId`.
                 * @example 7
                 */
                promptVersion?: components["parameters"]["PromptVersionFilter"];
                /**
                 * @description Only runs that failed with this code.
                 * @example provider_refused
                 */
                errorCode?: components["parameters"]["ErrorCodeFilter"];
                /**
                 * @description Only runs that were charged so much or more.
                 * @example 1000000
                 */
                minChargedAmount?: components["parameters"]["MinChargedAmount"];
                /**
                 * @description Only runs that were charged so much or less. Those that were not charged are left out.
                 * @example 5000000000
                 */
                maxChargedAmount?: components["parameters"]["MaxChargedAmount"];
                /**
                 * @description Only runs that have ended and took so long or longer, from their creation.
                 * @example 30000
                 */
                minDurationMs?: components["parameters"]["MinDurationMs"];
                /**
                 * @description Only runs that have ended and took no longer than that, from their creation.
                 * @example 60000
                 */
                maxDurationMs?: components["parameters"]["MaxDurationMs"];
                /**
                 * @description Only runs with exactly this id, request key, session or end user, or whose id ends with these six characters. The ends of
                 *     ids are looked for among the newest 200,000 runs of the workspace.
                 * @example invoice-2025-0042-summary
                 */
                search?: components["parameters"]["Search"];
                /**
                 * @description Only runs with this label: its name, a colon, and the whole value, as in `metadata=team:billing`. Repeat it for
                 *     several labels that a run has to have. A value may hold colons itself.
                 * @example [
                 *       "team:billing"
                 *     ]
                 */
                metadata?: components["parameters"]["MetadataFilter"];
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunSummaryList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRunFile: {
        parameters: {
            query?: {
                /**
                 * @description Only runs in this state. Repeat it for several: `state=queued&state=submitting`. A state that this version does
                 *     not know is refused with 400: what answers may hold is open, what can be asked for is not.
                 * @example [
                 *       "queued",
                 *       "submitting"
                 *     ]
                 */
                state?: components["parameters"]["StateFilter"];
                /**
                 * @description Only runs of this exact model identifier.
                 * @example sandbox/echo
                 */
                model?: components["parameters"]["ModelFilter"];
                /**
                 * @description Only what belongs to this key.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId?: components["parameters"]["KeyIdFilter"];
                /**
                 * @description Only runs attributed to this end user.
                 * @example customer-118
                 */
                endUserId?: components["parameters"]["EndUserIdFilter"];
                /**
                 * @description Only runs created later than this moment.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only runs created earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only runs attributed to this prompt template.
                 * @example invoice-summary
                 */
                promptId?: components["parameters"]["PromptIdFilter"];
                /**
                 * @description Only runs attributed to this version of a prompt template, best together with `promptId`.
                 * @example 7
                 */
                promptVersion?: components["parameters"]["PromptVersionFilter"];
                /**
                 * @description Only runs that failed with this code.
                 * @example provider_refused
                 */
                errorCode?: components["parameters"]["ErrorCodeFilter"];
                /**
                 * @description Only runs that were charged so much or more.
                 * @example 1000000
                 */
                minChargedAmount?: components["parameters"]["MinChargedAmount"];
                /**
                 * @description Only runs that were charged so much or less. Those that were not charged are left out.
                 * @example 5000000000
                 */
                maxChargedAmount?: components["parameters"]["MaxChargedAmount"];
                /**
                 * @description Only runs that have ended and took so long or longer, from their creation.
                 * @example 30000
                 */
                minDurationMs?: components["parameters"]["MinDurationMs"];
                /**
                 * @description Only runs that have ended and took no longer than that, from their creation.
                 * @example 60000
                 */
                maxDurationMs?: components["parameters"]["MaxDurationMs"];
                /**
                 * @description Only runs with exactly this id, request key, session or end user, or whose id ends with these six characters. The ends of
                 *     ids are looked for among the newest 200,000 runs of the workspace.
                 * @example invoice-2025-0042-summary
                 */
                search?: components["parameters"]["Search"];
                /**
                 * @description Only runs with this label: its name, a colon, and the whole value, as in `metadata=team:billing`. Repeat it for
                 *     several labels that a run has to have. A value may hold colons itself.
                 * @example [
                 *       "team:billing"
                 *     ]
                 */
                metadata?: components["parameters"]["MetadataFilter"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Content-Disposition": components["headers"]["FileName"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["RunFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a model run of the workspace.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                runId: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLookUp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a model run of the workspace.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                runId: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run as it is after that. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a model run of the workspace.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                runId: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancel request is saved. The run as it is now. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSavedViews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The view to save. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSavedView"];
            };
        };
        responses: {
            /** @description The view. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a view that you see.
                 * @example view_01k0c4e6g8j1m3p5r7t9w0y2z4
                 */
                viewId: components["parameters"]["ViewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a view that you see.
                 * @example view_01k0c4e6g8j1m3p5r7t9w0y2z4
                 */
                viewId: components["parameters"]["ViewId"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSavedView"];
            };
        };
        responses: {
            /** @description The view. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlayground: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What you may run, and with what. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Playground"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPlaygroundEstimate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The run that you may want to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateModelRun"];
            };
        };
        responses: {
            /** @description The hold that the run would take. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaygroundEstimate"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedRun"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPlaygroundRun: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this run: 1 to 255 visible ASCII characters, best a new random one for each time that somebody asks
                 *     for a run. It belongs to the workspace and makes one run, however often it is sent.
                 * @example 5d0a3c71-2f9e-4b8a-9c46-1e7f0b2d8a93
                 */
                "Idempotency-Key": components["parameters"]["RunRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The run to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateModelRun"];
            };
        };
        responses: {
            /** @description The run, as it is saved. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["InsufficientCreditOfRun"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedRun"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getToolCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tools. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolCatalog"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRunsOfTools: {
        parameters: {
            query?: {
                /**
                 * @description Only runs in this state. Repeat it for several: `state=queued&state=submitting`. A state that this version does
                 *     not know is refused with 400: what answers may hold is open, what can be asked for is not.
                 * @example [
                 *       "queued",
                 *       "submitting"
                 *     ]
                 */
                state?: components["parameters"]["StateFilter"];
                /**
                 * @description Only runs of this exact tool identifier.
                 * @example sandbox/add
                 */
                tool?: components["parameters"]["ToolFilter"];
                /**
                 * @description Only what belongs to this key.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId?: components["parameters"]["KeyIdFilter"];
                /**
                 * @description Only runs attributed to this end user.
                 * @example customer-118
                 */
                endUserId?: components["parameters"]["EndUserIdFilter"];
                /**
                 * @description Only runs created later than this moment.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only runs created earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only runs that this run wanted, as `parent` of their creation says.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                parentRunId?: components["parameters"]["ParentRunIdFilter"];
                /**
                 * @description Only runs with exactly this id, request key, session or end user, or whose id ends with these six characters. The ends of
                 *     ids are looked for among the newest 200,000 runs of the workspace.
                 * @example invoice-2025-0042-summary
                 */
                search?: components["parameters"]["Search"];
                /**
                 * @description Only runs with this label: its name, a colon, and the whole value, as in `metadata=team:billing`. Repeat it for
                 *     several labels that a run has to have. A value may hold colons itself.
                 * @example [
                 *       "team:billing"
                 *     ]
                 */
                metadata?: components["parameters"]["MetadataFilter"];
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRunRowList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getToolRunFile: {
        parameters: {
            query?: {
                /**
                 * @description Only runs in this state. Repeat it for several: `state=queued&state=submitting`. A state that this version does
                 *     not know is refused with 400: what answers may hold is open, what can be asked for is not.
                 * @example [
                 *       "queued",
                 *       "submitting"
                 *     ]
                 */
                state?: components["parameters"]["StateFilter"];
                /**
                 * @description Only runs of this exact tool identifier.
                 * @example sandbox/add
                 */
                tool?: components["parameters"]["ToolFilter"];
                /**
                 * @description Only what belongs to this key.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId?: components["parameters"]["KeyIdFilter"];
                /**
                 * @description Only runs attributed to this end user.
                 * @example customer-118
                 */
                endUserId?: components["parameters"]["EndUserIdFilter"];
                /**
                 * @description Only runs created later than this moment.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only runs created earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only runs that this run wanted, as `parent` of their creation says.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                parentRunId?: components["parameters"]["ParentRunIdFilter"];
                /**
                 * @description Only runs with exactly this id, request key, session or end user, or whose id ends with these six characters. The ends of
                 *     ids are looked for among the newest 200,000 runs of the workspace.
                 * @example invoice-2025-0042-summary
                 */
                search?: components["parameters"]["Search"];
                /**
                 * @description Only runs with this label: its name, a colon, and the whole value, as in `metadata=team:billing`. Repeat it for
                 *     several labels that a run has to have. A value may hold colons itself.
                 * @example [
                 *       "team:billing"
                 *     ]
                 */
                metadata?: components["parameters"]["MetadataFilter"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Content-Disposition": components["headers"]["FileName"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["ToolRunFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRunOfTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a tool run of the workspace.
                 * @example trun_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                toolRunId: components["parameters"]["ToolRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRunDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLookUpOfTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a tool run of the workspace.
                 * @example trun_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                toolRunId: components["parameters"]["ToolRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run as it is after that. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRunDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelRunOfTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a tool run of the workspace.
                 * @example trun_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                toolRunId: components["parameters"]["ToolRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancel request is saved. The run as it is now. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRunDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createRepeatOfTool: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this run: 1 to 255 visible ASCII characters, best a new random one for each time that somebody asks
                 *     for a run. It belongs to the workspace and makes one run, however often it is sent.
                 * @example 5d0a3c71-2f9e-4b8a-9c46-1e7f0b2d8a93
                 */
                "Idempotency-Key": components["parameters"]["RunRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a tool run of the workspace.
                 * @example trun_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                toolRunId: components["parameters"]["ToolRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new run. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRunDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["InsufficientCreditOfRun"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["RefusedRun"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEnvironmentCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The environments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnvironmentCatalog"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /**
                 * @description Only jobs in this state. Repeat it for several: `state=queued&state=running`. A state that this version does
                 *     not know is refused with 400: what answers may hold is open, what can be asked for is not.
                 * @example [
                 *       "queued",
                 *       "running"
                 *     ]
                 */
                state?: components["parameters"]["JobStateFilter"];
                /**
                 * @description Only jobs of this environment.
                 * @example javascript
                 */
                environment?: components["parameters"]["EnvironmentFilter"];
                /**
                 * @description Only jobs whose code ended like this. `succeeded` is `exited` with the exit code 0, and `exited` any other.
                 * @example timed_out
                 */
                result?: components["parameters"]["ResultFilter"];
                /**
                 * @description Only what belongs to this key.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId?: components["parameters"]["KeyIdFilter"];
                /**
                 * @description Only runs attributed to this end user.
                 * @example customer-118
                 */
                endUserId?: components["parameters"]["EndUserIdFilter"];
                /**
                 * @description Only runs created later than this moment.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only runs created earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only runs that this run wanted, as `parent` of their creation says.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                parentRunId?: components["parameters"]["ParentRunIdFilter"];
                /**
                 * @description Only runs with exactly this id, request key, session or end user, or whose id ends with these six characters. The ends of
                 *     ids are looked for among the newest 200,000 runs of the workspace.
                 * @example invoice-2025-0042-summary
                 */
                search?: components["parameters"]["Search"];
                /**
                 * @description Only runs with this label: its name, a colon, and the whole value, as in `metadata=team:billing`. Repeat it for
                 *     several labels that a run has to have. A value may hold colons itself.
                 * @example [
                 *       "team:billing"
                 *     ]
                 */
                metadata?: components["parameters"]["MetadataFilter"];
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobRowList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getJobsFile: {
        parameters: {
            query?: {
                /**
                 * @description Only jobs in this state. Repeat it for several: `state=queued&state=running`. A state that this version does
                 *     not know is refused with 400: what answers may hold is open, what can be asked for is not.
                 * @example [
                 *       "queued",
                 *       "running"
                 *     ]
                 */
                state?: components["parameters"]["JobStateFilter"];
                /**
                 * @description Only jobs of this environment.
                 * @example javascript
                 */
                environment?: components["parameters"]["EnvironmentFilter"];
                /**
                 * @description Only jobs whose code ended like this. `succeeded` is `exited` with the exit code 0, and `exited` any other.
                 * @example timed_out
                 */
                result?: components["parameters"]["ResultFilter"];
                /**
                 * @description Only what belongs to this key.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId?: components["parameters"]["KeyIdFilter"];
                /**
                 * @description Only runs attributed to this end user.
                 * @example customer-118
                 */
                endUserId?: components["parameters"]["EndUserIdFilter"];
                /**
                 * @description Only runs created later than this moment.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["CreatedAfter"];
                /**
                 * @description Only runs created earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only runs that this run wanted, as `parent` of their creation says.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                parentRunId?: components["parameters"]["ParentRunIdFilter"];
                /**
                 * @description Only runs with exactly this id, request key, session or end user, or whose id ends with these six characters. The ends of
                 *     ids are looked for among the newest 200,000 runs of the workspace.
                 * @example invoice-2025-0042-summary
                 */
                search?: components["parameters"]["Search"];
                /**
                 * @description Only runs with this label: its name, a colon, and the whole value, as in `metadata=team:billing`. Repeat it for
                 *     several labels that a run has to have. A value may hold colons itself.
                 * @example [
                 *       "team:billing"
                 *     ]
                 */
                metadata?: components["parameters"]["MetadataFilter"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Content-Disposition": components["headers"]["FileName"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["JobsFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a compute job of the workspace.
                 * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLookUpOfJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a compute job of the workspace.
                 * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job as it is after that. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a compute job of the workspace.
                 * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancel request is saved. The job as it is now. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createRepeatOfJob: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this run: 1 to 255 visible ASCII characters, best a new random one for each time that somebody asks
                 *     for a run. It belongs to the workspace and makes one run, however often it is sent.
                 * @example 5d0a3c71-2f9e-4b8a-9c46-1e7f0b2d8a93
                 */
                "Idempotency-Key": components["parameters"]["RunRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a compute job of the workspace.
                 * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new run. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["InsufficientCreditOfRun"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["RefusedRun"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLogOfJob: {
        parameters: {
            query?: {
                /**
                 * @description Which stream to read.
                 * @example stdout
                 */
                stream?: components["parameters"]["LogStream"];
                /**
                 * @description How many bytes of the stream to leave out, `next` of the part before.
                 * @example 0
                 */
                after?: components["parameters"]["LogAfter"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a compute job of the workspace.
                 * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the log. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeJobLog"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLogFileOfJob: {
        parameters: {
            query?: {
                /**
                 * @description Which stream to read.
                 * @example stdout
                 */
                stream?: components["parameters"]["LogStream"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a compute job of the workspace.
                 * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the log. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Content-Disposition": components["headers"]["FileName"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": components["schemas"]["ArtifactContent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArtifactOfJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a compute job of the workspace.
                 * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                jobId: components["parameters"]["JobId"];
                /**
                 * @description The name of the artifact, percent-encoded as one segment of the path.
                 * @example result.json
                 */
                artifactName: components["parameters"]["ArtifactName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Content-Disposition": components["headers"]["FileName"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": components["schemas"]["ArtifactContent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkspacePrompts: {
        parameters: {
            query?: {
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of prompts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptRowList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createVersionOfPrompt: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this version: 1 to 255 visible ASCII characters, best a new random one for each form that is
                 *     shown. It belongs to the workspace and saves one version, however often it is sent.
                 * @example 0b6f3f0e-93f2-4f0c-8a0d-5b6a1f3c2d10
                 */
                "Idempotency-Key": components["parameters"]["SaveRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description What the version says. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePromptVersion"];
            };
        };
        responses: {
            /** @description The version. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptVersionRow"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableVersion"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkspacePrompt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The name of a prompt of the workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
                 *     `support/answer`.
                 * @example invoice-summary
                 */
                promptName: components["parameters"]["PromptName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prompt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptRow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVersionsOfPrompt: {
        parameters: {
            query?: {
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The name of a prompt of the workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
                 *     `support/answer`.
                 * @example invoice-summary
                 */
                promptName: components["parameters"]["PromptName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptVersionSummaryRowList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVersionOfPrompt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The name of a prompt of the workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
                 *     `support/answer`.
                 * @example invoice-summary
                 */
                promptName: components["parameters"]["PromptName"];
                /**
                 * @description The number of a version of the prompt.
                 * @example 7
                 */
                version: components["parameters"]["PromptVersionNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptVersionRow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDiffOfPrompt: {
        parameters: {
            query: {
                /**
                 * @description The version that is compared with.
                 * @example 6
                 */
                from: components["parameters"]["DiffFrom"];
                /**
                 * @description The version that is compared.
                 * @example 7
                 */
                to: components["parameters"]["DiffTo"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The name of a prompt of the workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
                 *     `support/answer`.
                 * @example invoice-summary
                 */
                promptName: components["parameters"]["PromptName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The parts that differ. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptDiff"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsageOfPrompt: {
        parameters: {
            query?: {
                /**
                 * @description Only runs created from this moment on. Left out, 30 days before `to`.
                 * @example 2025-06-01T00:00:00.000Z
                 */
                from?: components["parameters"]["UsageFrom"];
                /**
                 * @description Only runs created before this moment. Left out, now.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                to?: components["parameters"]["UsageTo"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The name of a prompt of the workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
                 *     `support/answer`.
                 * @example invoice-summary
                 */
                promptName: components["parameters"]["PromptName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage by version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptUsage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLabelMove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The name of a prompt of the workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
                 *     `support/answer`.
                 * @example invoice-summary
                 */
                promptName: components["parameters"]["PromptName"];
            };
            cookie?: never;
        };
        /** @description Which label goes where. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveLabel"];
            };
        };
        responses: {
            /** @description The prompt, with its labels as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptRow"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableLabel"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getScoresOfPrompt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The name of a prompt of the workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
                 *     `support/answer`.
                 * @example invoice-summary
                 */
                promptName: components["parameters"]["PromptName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scores by version and name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptScores"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPromptPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The draft, and the values of its variables. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewPrompt"];
            };
        };
        responses: {
            /** @description The messages, or what is wrong. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptPreview"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProtectedLabels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The labels. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedLabels"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProtectedLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description Which label. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProtectLabel"];
            };
        };
        responses: {
            /** @description All protected labels. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedLabels"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteProtectedLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description A protected label of the workspace.
                 * @example production
                 */
                label: components["parameters"]["ProtectedLabel"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The label is not protected any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkspaceTraces: {
        parameters: {
            query?: {
                /**
                 * @description Only what has spans of this session.
                 * @example chat-7731
                 */
                sessionId?: components["parameters"]["SpanSessionId"];
                /**
                 * @description Only what has spans of this end user.
                 * @example customer-118
                 */
                endUserId?: components["parameters"]["SpanEndUserId"];
                /**
                 * @description Only what has spans that ended in this way.
                 * @example error
                 */
                status?: components["parameters"]["SpanStatus"];
                /**
                 * @description Only what has spans that started later than this moment.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                startedAfter?: components["parameters"]["StartedAfter"];
                /**
                 * @description Only what has spans that started earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                startedBefore?: components["parameters"]["StartedBefore"];
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of traces. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraceList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkspaceTrace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The trace id, 32 hexadecimal digits. A malformed one is answered like one that does not exist.
                 * @example 0198142d93af72349a0d8589e41b9b9f
                 */
                traceId: components["parameters"]["TraceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trace. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSpanOfTrace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The trace id, 32 hexadecimal digits. A malformed one is answered like one that does not exist.
                 * @example 0198142d93af72349a0d8589e41b9b9f
                 */
                traceId: components["parameters"]["TraceId"];
                /**
                 * @description The span id, 16 hexadecimal digits. A malformed one is answered like one that does not exist.
                 * @example 9a0d8589e41b9b9f
                 */
                spanId: components["parameters"]["SpanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The span. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Span"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkspaceSessions: {
        parameters: {
            query?: {
                /**
                 * @description Only what has spans of this end user.
                 * @example customer-118
                 */
                endUserId?: components["parameters"]["SpanEndUserId"];
                /**
                 * @description Only what has spans that started later than this moment.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                startedAfter?: components["parameters"]["StartedAfter"];
                /**
                 * @description Only what has spans that started earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                startedBefore?: components["parameters"]["StartedBefore"];
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkspaceSession: {
        parameters: {
            query: {
                /**
                 * @description The session, as attribution or spans name it.
                 * @example chat-7731
                 */
                sessionId: components["parameters"]["SessionOf"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTurnsOfSession: {
        parameters: {
            query: {
                /**
                 * @description The session, as attribution or spans name it.
                 * @example chat-7731
                 */
                sessionId: components["parameters"]["SessionOf"];
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of turns. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listScoresOfWorkspace: {
        parameters: {
            query?: {
                /**
                 * @description Only scores of this run.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                runId?: components["parameters"]["ScoreRunId"];
                /**
                 * @description Only scores of spans of this trace.
                 * @example 4bf92f3577b34da6a3ce929d0e0e4736
                 */
                traceId?: components["parameters"]["ScoreTraceId"];
                /**
                 * @description Only scores of this span, best together with `traceId`.
                 * @example 00f067aa0ba902b7
                 */
                spanId?: components["parameters"]["ScoreSpanId"];
                /**
                 * @description Only scores of this session itself.
                 * @example chat-7731
                 */
                sessionId?: components["parameters"]["ScoreSessionId"];
                /**
                 * @description Only scores of runs that are attributed to this prompt.
                 * @example invoice-summary
                 */
                promptId?: components["parameters"]["ScorePromptId"];
                /**
                 * @description Only scores of runs that are attributed to this version of a prompt, best together with `promptId`.
                 * @example 7
                 */
                promptVersion?: components["parameters"]["ScorePromptVersion"];
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of scores. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScoreRowList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createScoreOfPerson: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this score: 1 to 255 visible ASCII characters, best a new random one for each form that is
                 *     shown. It belongs to the workspace and makes one score, however often it is sent.
                 * @example 1f0c6a5e-4b2d-4c8e-9a31-77d20c5be1a0
                 */
                "Idempotency-Key": components["parameters"]["ScoreRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description What is judged, and how good it was. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["JudgeInput"];
            };
        };
        responses: {
            /** @description The score. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScoreRow"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteScoreOfWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a score of the workspace.
                 * @example scr_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                scoreId: components["parameters"]["ScoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no such score any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The endpoint to make. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The endpoint and its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a webhook endpoint of the workspace.
                 * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a webhook endpoint of the workspace.
                 * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is not there any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a webhook endpoint of the workspace.
                 * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a webhook endpoint of the workspace.
                 * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        /** @description How long the secret before signs as well. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecret"];
            };
        };
        responses: {
            /** @description The endpoint and its new secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only messages that are to be sent, that were taken, or that were not taken and are not sent any more.
                 * @example failed
                 */
                state?: components["parameters"]["DeliveryStateFilter"];
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a webhook endpoint of the workspace.
                 * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
                 */
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhookResend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a webhook endpoint of the workspace.
                 * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
                 */
                endpointId: components["parameters"]["EndpointId"];
                /**
                 * @description The `id` of a message to the endpoint.
                 * @example msg_01k0d5h9m1p3r5t7w9y2a4c6e8
                 */
                messageId: components["parameters"]["MessageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is sent soon. Its state until now. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkspaceAlerts: {
        parameters: {
            query?: {
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkspaceAlertSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWorkspaceAlertSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAlertSettings"];
            };
        };
        responses: {
            /** @description The settings as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertSettings"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMonthExport: {
        parameters: {
            query: {
                /**
                 * @description What to export.
                 * @example runs
                 */
                dataset: components["parameters"]["Dataset"];
                /**
                 * @description `ndjson` has a JSON object in each line, `csv` a line of names first (RFC 4180), and `parquet` is an Apache Parquet file.
                 * @example ndjson
                 */
                format: components["parameters"]["ExportFormat"];
                /**
                 * @description A month of the calendar.
                 * @example 2025-07
                 */
                month: components["parameters"]["Month"];
                /**
                 * @description The time zone of days and months, by its name in the IANA database; without it, that of the workspace. A name that the
                 *     service does not know is a 400.
                 * @example Europe/Berlin
                 */
                timeZone?: components["parameters"]["TimeZone"];
                /**
                 * @description Only the rows of this end user.
                 * @example customer-204
                 */
                endUserId?: components["parameters"]["ExportEndUser"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Content-Disposition": components["headers"]["ExportFileName"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ExportLines"];
                    "text/csv": components["schemas"]["ExportTable"];
                    "application/vnd.apache.parquet": components["schemas"]["ExportParquet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkspaceSavedExports: {
        parameters: {
            query?: {
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of saved exports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedExportList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWorkspaceSavedExport: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this saved export: 1 to 255 visible ASCII characters of your choice, unique to the export that you want. A
                 *     value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form. It is
                 *     kept as long as the saved export.
                 * @example charges-for-the-books
                 */
                "Idempotency-Key": components["parameters"]["SavedExportRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description What to export. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSavedExport"];
            };
        };
        responses: {
            /** @description The request key was known, and this is the export that it saved. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedExport"];
                };
            };
            /** @description The export is saved. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedExport"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWorkspaceSavedExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a saved export of the workspace. A malformed one is answered like one that does not exist.
                 * @example exp_01k0e8g2j4m6p8r0t2v4x6z8b1
                 */
                savedExportId: components["parameters"]["WorkspaceSavedExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved export is not there any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFileOfSavedExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a saved export of the workspace. A malformed one is answered like one that does not exist.
                 * @example exp_01k0e8g2j4m6p8r0t2v4x6z8b1
                 */
                savedExportId: components["parameters"]["WorkspaceSavedExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Content-Disposition": components["headers"]["ExportFileName"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ExportLines"];
                    "text/csv": components["schemas"]["ExportTable"];
                    "application/vnd.apache.parquet": components["schemas"]["ExportParquet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMadeExports: {
        parameters: {
            query?: {
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of made exports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeExportList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMadeExport: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this made export: 1 to 255 visible ASCII characters of your choice, unique to the export that you want. A
                 *     value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form. It is
                 *     kept as long as the made export.
                 * @example charges-of-june
                 */
                "Idempotency-Key": components["parameters"]["MadeExportRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description What to export. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMadeExport"];
            };
        };
        responses: {
            /** @description The request key was known, and this is the export for which it asked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeExport"];
                };
            };
            /** @description The export will be made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeExport"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["MadeExportsUsedUp"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMadeExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a made export of the workspace. A malformed one is answered like one that does not exist.
                 * @example mex_01k0e8g2j4m6p8r0t2v4x6z8b1
                 */
                madeExportId: components["parameters"]["MadeExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The made export is not there any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["CrossSite"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFileOfMadeExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of files that you have. Where the file is one of them, the answer is 304.
                 * @example "mex_01k0e8g2j4m6p8r0t2v4x6z8b1"
                 */
                "If-None-Match"?: components["parameters"]["MadeExportIfNoneMatch"];
                /**
                 * @description The part of the file that you want (RFC 9110): `bytes=0-999`, `bytes=1000-` or `bytes=-1000`. Several ranges, and
                 *     anything malformed, are ignored.
                 * @example bytes=4-
                 */
                Range?: components["parameters"]["Range"];
                /**
                 * @description The entity tag of the file that you have a part of. For another file, `Range` is ignored.
                 * @example "d50d13969764d0dab0a08fff64278764011d09652406a02f8c58455872371065"
                 */
                "If-Range"?: components["parameters"]["IfRange"];
            };
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a made export of the workspace. A malformed one is answered like one that does not exist.
                 * @example mex_01k0e8g2j4m6p8r0t2v4x6z8b1
                 */
                madeExportId: components["parameters"]["MadeExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Content-Disposition": components["headers"]["ExportFileName"];
                    ETag: components["headers"]["MadeExportETag"];
                    "Accept-Ranges": components["headers"]["AcceptRanges"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ExportLines"];
                    "text/csv": components["schemas"]["ExportTable"];
                    "application/vnd.apache.parquet": components["schemas"]["ExportParquet"];
                };
            };
            /** @description The requested part of the file. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    "Content-Disposition": components["headers"]["ExportFileName"];
                    ETag: components["headers"]["MadeExportETag"];
                    "Accept-Ranges": components["headers"]["AcceptRanges"];
                    "Content-Range": components["headers"]["ContentRange"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ExportLines"];
                    "text/csv": components["schemas"]["ExportTable"];
                    "application/vnd.apache.parquet": components["schemas"]["ExportParquet"];
                };
            };
            /** @description The file is one that is named in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    ETag: components["headers"]["MadeExportETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDestinations: {
        parameters: {
            query?: {
                /**
                 * @description The most entries to return; a page may have fewer.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before, exactly as it came. It belongs to the list that gave it and to the filters of
                 *     that page: with others it is refused with `invalid_cursor`. `limit` may change from page to page.
                 * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
                 */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of destinations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DestinationList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description The destination to make. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDestination"];
            };
        };
        responses: {
            /** @description The destination. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Destination"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a destination of the workspace.
                 * @example dst_01k0d5f7h9k2n4q6s8v0x3z5b8
                 */
                destinationId: components["parameters"]["DestinationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The destination. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Destination"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a destination of the workspace.
                 * @example dst_01k0d5f7h9k2n4q6s8v0x3z5b8
                 */
                destinationId: components["parameters"]["DestinationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The destination is not there any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a destination of the workspace.
                 * @example dst_01k0d5f7h9k2n4q6s8v0x3z5b8
                 */
                destinationId: components["parameters"]["DestinationId"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDestination"];
            };
        };
        responses: {
            /** @description The destination as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Destination"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDestinationTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of a workspace that you are a member of. Any other is answered with 404.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
                /**
                 * @description The `id` of a destination of the workspace.
                 * @example dst_01k0d5f7h9k2n4q6s8v0x3z5b8
                 */
                destinationId: components["parameters"]["DestinationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the destination answered. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DestinationTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDashboardDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDashboardDocs: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of pages that you have. Where the page is still one of them, the answer is 304.
                 * @example W/"q1Zb0S2kXvE"
                 */
                "If-None-Match"?: string;
                /**
                 * @description The page comes compressed with `br` or `gzip` where one of them is accepted.
                 * @example br, gzip
                 */
                "Accept-Encoding"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlPage"];
                    Vary: components["headers"]["VaryOfPage"];
                    ETag: components["headers"]["PageETag"];
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": components["schemas"]["Page"];
                };
            };
            /** @description The page is still one that is named in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlPage"];
                    Vary: components["headers"]["VaryOfPage"];
                    ETag: components["headers"]["PageETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}

/** Any text beside those that are listed: a plain string would swallow them in the union. */
export type Unlisted = string & {};

/** The paths with plain text where the contract has an open set, for clients that map types. */
export type PlainPaths = Plain<paths>;
type Plain<T> = T extends string
    ? string extends T ? string : T
    : T extends object ? { [Member in keyof T]: Plain<T[Member]> } : T;
