// Generated from openapi/ by scripts/generate.ts. Never edit it.
export interface paths {
    "/v1/operator/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who is here
         * @description The person, the role on the deployment, and until when acts need no further code.
         */
        get: operations["getOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a code of the second factor
         * @description Opens the console to a session without a code, such as one of an identity provider, and for 12 hours acts as well. A code of
         *     the app is taken once; so is a recovery code.
         */
        post: operations["createProof"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workspaces
         * @description All workspaces of the deployment, newest first, each with its money and what it did in the last 30 days.
         */
        get: operations["listWorkspaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/workspaces/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a workspace
         * @description Its money, limits, keys and people, and what its runs did in the last day and in the last 30 days. Nothing of what its runs
         *     were asked or answered.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/books": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the books of a month
         * @description The credit of workspaces when the month began and ended, what changed it, and what the deployment owes and lost, over all
         *     workspaces. The month is one of the time zone that the deployment is set to. An entry counts in the month in which it is made.
         *
         *     A month is `final` half an hour after its end: from then on the answer is the same for good. What is not known is in no line:
         *     fees of the payment provider, and costs that providers did not report.
         */
        get: operations["getBooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/payment-comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what differs from the payment provider
         * @description A worker compares the payments by card of each day of UTC with the provider's list, in both directions, and again while they
         *     differ. This is what it found for the last 35 days.
         */
        get: operations["getPaymentComparison"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/workspaces/{workspaceId}/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give credit that does not expire
         * @description Credits the wallet, as `wallet credit` of the command line does. The ledger has it as `console` with the request key. The audit
         *     trail of the workspace has the credit and the reason, and not who gave it: that is in the acts of operators.
         */
        post: operations["createWorkspaceCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/workspaces/{workspaceId}/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give credit that expires
         * @description Gives a grant, as `grants give` of the command line does: it is spent before other credit, and what is left of it at its expiry is
         *     taken. The audit trail of the workspace has the grant and the reason, and not who gave it. A workspace has at most 100 grants that
         *     have not ended: 409.
         */
        post: operations["createWorkspaceGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/workspaces/{workspaceId}/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a limit
         * @description Sets one quota of the workspace, or lets the default of the deployment apply again. Processes follow within five seconds. The
         *     audit trail of the workspace has the change and the reason.
         */
        patch: operations["updateWorkspaceQuota"];
        trace?: never;
    };
    "/v1/operator/workspaces/{workspaceId}/suspension": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a workspace
         * @description From within a second on, no key of it creates a run, and nobody does from the pages: `workspace_suspended`. Everything can still be
         *     read, runs that it has end as usual, and auto-recharge charges no card. Its people read the reason. A workspace that is suspended
         *     already is a 409.
         */
        post: operations["createSuspension"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/workspaces/{workspaceId}/resumption": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a workspace
         * @description It creates runs again from within a second on, and auto-recharge goes on. Its audit trail has the reason. A workspace that is not
         *     suspended is a 409.
         */
        post: operations["createResumption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/acts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what operators did
         * @description What operators did in the console and on the command line, and what rules did that they have set: credit, limits, suspensions,
         *     and who is an operator. Newest first. Nothing here can be changed or deleted.
         */
        get: operations["listOperatorActs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether the deployment works
         * @description What needs attention, what waits, what the deployment lost and who spent most in the last 24 hours, and the chores of its
         *     workers.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the providers
         * @description The providers that models name first, and those with runs under way or with a circuit that was open once, each with what it
         *     carried out in the last 24 hours. A run counts for the provider that its model names first now, also if another one carried
         *     it out.
         */
        get: operations["getProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the models with their margins
         * @description Every model of the catalog with its prices and its fee, and with what its runs of the last 24 hours brought.
         */
        get: operations["getModelsForSale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/unknown-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs whose outcome or price is unknown
         * @description Runs of all workspaces that wait for a look-up at their provider, newest first, with what is known of each. The service looks
         *     them up by itself until their deadline; `reconcile` of the command line does so at once.
         */
        get: operations["listUnknownRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/openapi.json": {
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
        get: operations["getOperatorDocument"];
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
        /** @description A user who is an operator, or was one when something was done. */
        OperatorUser: {
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
        /** @description An operator of the deployment. The unit of money is the same in all of this API. */
        Operator: {
            user: components["schemas"]["OperatorUser"];
            /**
             * @description A `viewer` reads, an `admin` also acts.
             * @enum {string}
             */
            role: "viewer" | "admin";
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
            /**
             * Format: date-time
             * @description From then on, acts need another code. It may be over.
             * @example 2025-07-01T21:30:00.000Z
             */
            provenUntil: string;
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
         *     | 401 | `wrong_credentials` | The code is wrong, or was used before |
         *     | 403 | `second_factor_missing` | The person has no second factor: turn one on, on the page of your account |
         *     | 403 | `proof_needed` | No code was given in this session, or none for 12 hours: give one |
         *     | 403 | `forbidden` | The role does not allow it |
         *     | 403 | `cross_site` | The request did not come from a page of the service |
         *     | 404 | `not_found` | Nothing here, or the person is no operator |
         *     | 405 | `method_not_allowed` | The path has other methods; see `Allow` |
         *     | 408 | `request_timeout` | The request did not arrive in time |
         *     | 409 | `conflict` | The request key was used for another act, or this does not fit the state of the workspace |
         *     | 413 | `payload_too_large` | The body is larger than any acceptable one |
         *     | 415 | `unsupported_media_type` | The body is not `application/json`, or is encoded in an unknown way |
         *     | 429 | `rate_limited` | Too many requests of a session, or too many attempts; see `Retry-After` |
         *     | 431 | `headers_too_large` | The request headers are too large |
         *     | 500 | `internal_error` | A fault of the service |
         *     | 503 | `overloaded` | There is no capacity at the moment |
         * @example invalid_request
         * @example malformed_json
         * @example invalid_cursor
         * @example unauthenticated
         * @example wrong_credentials
         * @example second_factor_missing
         * @example proof_needed
         * @example forbidden
         * @example cross_site
         * @example not_found
         * @example method_not_allowed
         * @example request_timeout
         * @example conflict
         * @example payload_too_large
         * @example unsupported_media_type
         * @example rate_limited
         * @example headers_too_large
         * @example internal_error
         * @example overloaded
         */
        ProblemCode: "invalid_request" | "malformed_json" | "invalid_cursor" | "unauthenticated" | "wrong_credentials" | "second_factor_missing" | "proof_needed" | "forbidden" | "cross_site" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "headers_too_large" | "internal_error" | "overloaded" | Unlisted;
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
        /** @description Why a request was refused (RFC 9457). `code` is for programs, `title` and `detail` are for people. */
        Problem: {
            /**
             * Format: uri
             * @description The address that names this kind of problem, under the public address of the deployment.
             * @example http://localhost:8080/problems/proof_needed
             */
            type: string;
            /**
             * @description What this kind of problem is, the same for every problem with this code.
             * @example A code is needed again
             */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             * @example 403
             */
            status: number;
            /**
             * @description What is wrong with this request in particular.
             * @example Give a code of your second factor.
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
        };
        /** @description A code of the second factor. */
        CreateProof: {
            /**
             * @description Six digits of the app, or a recovery code.
             * @example 287082
             */
            code: string;
        };
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
        /**
         * @description What a workspace did since a full hour. Runs, and what they were charged, count by when they were created; everything else by
         *     when it was booked.
         */
        WorkspaceSums: {
            /**
             * Format: date-time
             * @description From when on.
             * @example 2025-06-01T09:00:00.000Z
             */
            since: string;
            /**
             * Format: int64
             * @description Runs of every kind.
             * @example 1204
             */
            runs: number;
            /**
             * Format: int64
             * @description Those of them that failed.
             * @example 18
             */
            failedRuns: number;
            /**
             * Format: int64
             * @description What its runs were charged, fees included.
             * @example 1243615200
             */
            chargedAmount: number;
            /**
             * Format: int64
             * @description What of it went to providers, as the ledger has it.
             * @example 1184395428
             */
            providerAmount: number;
            /**
             * Format: int64
             * @description What of it is the fee of the deployment.
             * @example 59219772
             */
            feeAmount: number;
            /**
             * Format: int64
             * @description What its stored bytes cost.
             * @example 120000
             */
            storageAmount: number;
            /**
             * Format: int64
             * @description What the deployment bore, as the workspace was not charged for it.
             * @example 3100000
             */
            lostAmount: number;
            /**
             * Format: int64
             * @description What the deployment kept: fees and storage, less what it lost.
             * @example 56239772
             */
            marginAmount: number;
            /**
             * Format: int64
             * @description Credit that was given to it, by the operator or by its own people.
             * @example 20000000000
             */
            toppedUpAmount: number;
            /**
             * Format: int64
             * @description What it paid by card, less what its payers got back.
             * @example 20000000000
             */
            paidAmount: number;
        };
        /** @description A workspace as the operator sees it. */
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
            suspension?: components["schemas"]["Suspension"];
            /**
             * Format: int64
             * @description What it can spend, in the wallet and in the credit of its keys.
             * @example 18750000000
             */
            availableAmount: number;
            /**
             * Format: int64
             * @description What is held for runs that have not ended.
             * @example 4384800
             */
            heldAmount: number;
            /**
             * Format: int64
             * @description What it owes of payments that its payers got back, or contest.
             * @example 0
             */
            debtAmount: number;
            last30Days: components["schemas"]["WorkspaceSums"];
        };
        /** @description A page of workspaces. */
        WorkspaceList: {
            /** @description The workspaces, newest first. */
            data: components["schemas"]["Workspace"][];
            /**
             * @description Get the next page with it; null on the last one.
             * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description The runs of one kind. */
        WorkspaceKind: {
            /**
             * @description What they are runs of. More may be added.
             * @example model_run
             * @example tool_run
             * @example compute_job
             */
            kind: "model_run" | "tool_run" | "compute_job" | Unlisted;
            /**
             * Format: int64
             * @description How many there are.
             * @example 1204
             */
            runs: number;
            /**
             * Format: int64
             * @description How many of them failed.
             * @example 18
             */
            failedRuns: number;
            /**
             * Format: int64
             * @description What they were charged.
             * @example 1243615200
             */
            chargedAmount: number;
        };
        /** @description Runs that failed for one reason. */
        WorkspaceFailure: {
            /**
             * @description The code of their error.
             * @example provider_error
             */
            code: string;
            /**
             * Format: int64
             * @description How many there are.
             * @example 12
             */
            runs: number;
        };
        /** @description How many keys a workspace has. */
        WorkspaceKeys: {
            /**
             * Format: int64
             * @description Keys that work, without those of the playground.
             * @example 3
             */
            active: number;
            /**
             * Format: int64
             * @description Keys that were revoked or have expired.
             * @example 5
             */
            ended: number;
        };
        /** @description How many people a workspace has. */
        WorkspacePeople: {
            /**
             * Format: int64
             * @description All of its people.
             * @example 4
             */
            members: number;
            /**
             * Format: int64
             * @description Those who are owners.
             * @example 1
             */
            owners: number;
            /**
             * Format: int64
             * @description Those who have a second factor.
             * @example 2
             */
            withSecondFactor: number;
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
        /** @description A payment by card. */
        WorkspacePayment: {
            /**
             * @description Names the payment.
             * @example pay_01k0b6m2s4fq8v3x7c9d1h5j0n
             */
            id: string;
            /**
             * @description Whether it was paid. More may be added.
             * @example open
             * @example succeeded
             * @example expired
             */
            state: "open" | "succeeded" | "expired" | Unlisted;
            /**
             * Format: int64
             * @description What it adds to the wallet.
             * @example 20000000000
             */
            amount: number;
            /**
             * Format: int64
             * @description What the wallet has not given back yet.
             * @example 0
             */
            debtAmount: number;
            /**
             * @description Whether the payer contests it.
             * @example false
             */
            isDisputed: boolean;
            /**
             * Format: date-time
             * @description When somebody began to pay.
             * @example 2025-07-01T08:30:00.000Z
             */
            createdAt: string;
        };
        /** @description A workspace by name. */
        NamedWorkspace: {
            /**
             * @description Names the workspace.
             * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
             */
            id: string;
            /**
             * @description What people call the workspace.
             * @example Acme
             */
            name: string;
        };
        /** @description What an operator did, or a rule that operators have set. */
        OperatorAct: {
            /**
             * @description Names the act.
             * @example 17
             */
            id: string;
            /**
             * @description What was done. More may be added.
             * @example wallet_credited
             * @example credit_granted
             * @example grant_revoked
             * @example quota_changed
             * @example workspace_suspended
             * @example workspace_resumed
             * @example operator_added
             * @example operator_removed
             */
            kind: "wallet_credited" | "credit_granted" | "grant_revoked" | "quota_changed" | "workspace_suspended" | "workspace_resumed" | "operator_added" | "operator_removed" | Unlisted;
            /**
             * @description Whether somebody did it in the `console` or on the `command_line`, or a `rule` did. More may be added.
             * @example console
             * @example command_line
             * @example rule
             */
            via: "console" | "command_line" | "rule" | Unlisted;
            /**
             * @description Why. Acts of the console have a reason.
             * @example Compensation for the outage of 30 June
             */
            reason?: string;
            /**
             * Format: date-time
             * @description When.
             * @example 2025-07-01T09:30:00.000Z
             */
            at: string;
            by?: components["schemas"]["OperatorUser"];
            workspace?: components["schemas"]["NamedWorkspace"];
            person?: components["schemas"]["OperatorUser"];
            /**
             * @description What it was about. Its members depend on `kind`.
             * @example {
             *       "amount": 25000000000
             *     }
             */
            detail: {
                [key: string]: unknown;
            };
        };
        /** @description A workspace with its limits, keys, people and runs. */
        WorkspaceDetail: {
            workspace: components["schemas"]["Workspace"];
            /**
             * Format: int64
             * @description What the wallet has available.
             * @example 16871800000
             */
            walletAmount: number;
            /**
             * Format: int64
             * @description What the credit of its keys has available.
             * @example 1878200000
             */
            keyCreditAmount: number;
            /**
             * Format: int64
             * @description What it has spent since it was made.
             * @example 1243615200
             */
            spentAmount: number;
            /**
             * @description Whether it creates no runs because it owes something, as `RUNS_IN_DEBT` says. Absent if not.
             * @example true
             */
            debtStopsRuns?: boolean;
            /**
             * Format: int64
             * @description Its runs that have not ended.
             * @example 2
             */
            pendingRuns: number;
            last24Hours: components["schemas"]["WorkspaceSums"];
            /** @description Its runs of the last 24 hours by kind. A kind without runs is left out. */
            kinds: components["schemas"]["WorkspaceKind"][];
            /** @description Why runs of the last 24 hours failed, the most frequent first. */
            failures: components["schemas"]["WorkspaceFailure"][];
            keys: components["schemas"]["WorkspaceKeys"];
            people: components["schemas"]["WorkspacePeople"];
            /** @description What it may store, send and use, each with how much of it is used. */
            quotas: components["schemas"]["Quota"][];
            /** @description Its newest payments by card. */
            payments: components["schemas"]["WorkspacePayment"][];
            /** @description What operators did here last, newest first. */
            acts: components["schemas"]["OperatorAct"][];
        };
        /** @description What moved in one way. */
        BookLine: {
            /**
             * @description What programs know the line by.
             * @example top_up
             */
            name: string;
            /**
             * @description What people call it.
             * @example Credit added by the operator
             */
            title: string;
            /**
             * @description What it does to the credit of workspaces. More may be added.
             * @example in
             * @example out
             * @example none
             */
            effect: "in" | "out" | "none" | Unlisted;
            /**
             * @description How much moved.
             * @example 5000.000000000
             */
            amount: string;
            /**
             * Format: int64
             * @description How many entries of the ledger it adds up.
             * @example 12
             */
            entries: number;
        };
        /** @description A debit or a credit of one account. */
        Posting: {
            /**
             * Format: date
             * @description The last day of the month.
             * @example 2025-06-30
             */
            date: string;
            /**
             * @description Which account.
             * @example Workspace credit
             */
            account: string;
            /**
             * @description Absent in a credit.
             * @example 5000.000000000
             */
            debit?: string;
            /**
             * @description Absent in a debit.
             * @example 5000.000000000
             */
            credit?: string;
            /**
             * @description The line that it books.
             * @example Credit added by the operator
             */
            text: string;
        };
        /**
         * @description A month of the deployment. Amounts are texts, exact to the last unit: sums of many workspaces can exceed what an integer of
         *     JSON holds. `opening`, plus the lines that are `in`, minus those that are `out`, is `closing`.
         */
        Books: {
            /**
             * @description The year and the month.
             * @example 2025-06
             */
            month: string;
            /**
             * @description Whose month it is.
             * @example UTC
             */
            timeZone: string;
            /**
             * Format: date-time
             * @description When the month begins.
             * @example 2025-06-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description When the next one begins.
             * @example 2025-07-01T00:00:00.000Z
             */
            to: string;
            /**
             * @description | State | Meaning |
             *     | - | - |
             *     | `open` | The month is not over |
             *     | `closing` | It is over, and some of its entries may still come |
             *     | `final` | It never changes |
             *
             *     More may be added.
             * @example open
             * @example closing
             * @example final
             */
            state: "open" | "closing" | "final" | Unlisted;
            /**
             * @description ISO 4217 code of the currency of all amounts.
             * @example USD
             */
            currency: string;
            /**
             * @description The credit of workspaces when the month began, available and held.
             * @example 18750.000000000
             */
            opening: string;
            /** @description What moved, in the order of the books. A line of which nothing moved is there as well. */
            lines: components["schemas"]["BookLine"][];
            /**
             * @description The credit of workspaces when the month ended, or now.
             * @example 19943.000000000
             */
            closing: string;
            /**
             * Format: int64
             * @description Runs of the month that may have cost something of which no provider told. They are in no line.
             * @example 2
             */
            unknownCosts: number;
            /**
             * @description Whether the books come to what all accounts have at this moment. Something is wrong if not.
             * @example true
             */
            agrees: boolean;
            /** @description The lines as debits and credits to book. Both have the same sum. */
            entries: components["schemas"]["Posting"][];
        };
        /** @description A payment that is not the same here and at the provider. */
        PaymentDifference: {
            /**
             * @description | Kind | Meaning |
             *     | - | - |
             *     | `missing_here` | It was paid, and no wallet was credited |
             *     | `missing_there` | A wallet was credited, and it was not paid |
             *     | `amount` | The amount or the currency differs |
             *     | `returned` | What was refunded or is contested differs |
             *
             *     More may be added.
             * @example missing_here
             * @example missing_there
             * @example amount
             * @example returned
             */
            kind: "missing_here" | "missing_there" | "amount" | "returned" | Unlisted;
            /**
             * @description Names the payment.
             * @example pay_01k0b6m2s4fq8v3x7c9d1h5j0n
             */
            paymentId: string;
            /**
             * @description The workspace that paid. It is absent if no payment here has this id.
             * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
             */
            workspaceId?: string;
            /**
             * @description The provider's name for it.
             * @example pi_3Qx7Rk2LkdIwHu7ix0snN0B6
             */
            providerReference?: string;
            /**
             * Format: int64
             * @description What was credited here, with the taxes that were paid on top, or what has been returned as far as it is known here.
             * @example 20000000000
             */
            creditedAmount?: number;
            /**
             * Format: int64
             * @description The same at the provider.
             * @example 25000000000
             */
            providerAmount?: number;
        };
        /** @description The payments of a day in UTC. */
        PaymentDay: {
            /**
             * Format: date
             * @description The day.
             * @example 2025-06-30
             */
            day: string;
            /**
             * Format: date-time
             * @description When it was last compared.
             * @example 2025-07-01T02:10:00.000Z
             */
            comparedAt: string;
            /**
             * Format: int64
             * @description Payments of that day in the provider's list.
             * @example 41
             */
            providerPayments: number;
            /**
             * Format: int64
             * @description Payments that were credited on that day.
             * @example 41
             */
            creditedPayments: number;
            /**
             * @description Whether all of the day was compared. If not, too much differed, or there was too much of it.
             * @example true
             */
            isWhole: boolean;
            /** @description What differs. */
            differences: components["schemas"]["PaymentDifference"][];
        };
        /** @description Payments by card beside those of the payment provider. */
        PaymentComparison: {
            /** @description The days that were compared, newest first. */
            data: components["schemas"]["PaymentDay"][];
        };
        /** @description Credit to give. */
        CreateWorkspaceCredit: {
            /**
             * Format: int64
             * @description What the wallet gets.
             * @example 25000000000
             */
            amount: number;
            /**
             * @description Why. The workspace sees it in its audit trail.
             * @example Compensation for the outage of 30 June
             */
            reason: string;
        };
        /** @description Credit to give until it expires. */
        CreateWorkspaceGrant: {
            /**
             * Format: int64
             * @description What the wallet gets.
             * @example 5000000000
             */
            amount: number;
            /**
             * @description What the people of the workspace see it called on its wallet page.
             * @enum {string}
             */
            category: "goodwill" | "promotion" | "welcome";
            /**
             * Format: date-time
             * @description When what is left is taken; within ten years.
             * @example 2025-08-01T00:00:00.000Z
             */
            expiresAt: string;
            /**
             * @description Why. The workspace sees it in its audit trail.
             * @example Compensation for the outage of 30 June
             */
            reason: string;
        };
        /** @description A quota to set. */
        UpdateWorkspaceQuota: {
            /**
             * @description The quota.
             * @enum {string}
             */
            quota: "stored_outputs" | "stored_content" | "stored_spans" | "spans" | "span_bytes" | "received_bytes" | "downloaded_bytes" | "compute_cpu" | "compute_memory" | "customers";
            /**
             * Format: int64
             * @description The most that there may be, in the unit of the quota; null for the default of the deployment.
             * @example 53687091200
             * @example null
             */
            limit: number | null;
            /**
             * @description Why. The workspace sees it in its audit trail.
             * @example Compensation for the outage of 30 June
             */
            reason: string;
        };
        /** @description Why something is done. */
        ReasonedAct: {
            /**
             * @description Why. The workspace sees it in its audit trail.
             * @example Compensation for the outage of 30 June
             */
            reason: string;
        };
        /** @description A page of acts. */
        OperatorActList: {
            /** @description The acts, newest first. */
            data: components["schemas"]["OperatorAct"][];
            /**
             * @description Get the next page with it; null on the last one.
             * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description Runs in one state at one provider. */
        OpenRuns: {
            /**
             * @description What they are runs of. More may be added.
             * @example model_run
             * @example tool_run
             * @example compute_job
             */
            kind: "model_run" | "tool_run" | "compute_job" | Unlisted;
            /**
             * @description The name of the provider.
             * @example openrouter
             */
            provider: string;
            /**
             * @description The state of the runs.
             * @example queued
             */
            state: string;
            /**
             * Format: int64
             * @description How many there are.
             * @example 3
             */
            runs: number;
            /**
             * Format: int64
             * @description The credit that is held for them.
             * @example 4384800
             */
            heldAmount: number;
            /**
             * Format: int64
             * @description For how long the oldest of them has been in this state.
             * @example 12
             */
            oldestSeconds: number;
        };
        /** @description Messages that wait to be sent to receivers of workspaces. */
        WaitingMessages: {
            /**
             * Format: int64
             * @description Those for receivers that work.
             * @example 0
             */
            waiting: number;
            /**
             * Format: int64
             * @description For how long the oldest of these has waited.
             * @example 0
             */
            oldestSeconds: number;
            /**
             * Format: int64
             * @description Those for receivers that fail.
             * @example 4
             */
            waitingForFailing: number;
        };
        /** @description What workers do repeatedly. */
        Chore: {
            /**
             * @description What it is called.
             * @example close usage
             */
            name: string;
            /**
             * Format: int64
             * @description How often it is due.
             * @example 60
             */
            everySeconds: number;
            /**
             * Format: int64
             * @description How long ago it succeeded.
             * @example 31
             */
            succeededSecondsAgo: number;
            /**
             * Format: int64
             * @description How often it has failed since then.
             * @example 0
             */
            failures: number;
            /**
             * @description Whether it has not succeeded for so long that the alert `ChoreOverdue` fires.
             * @example false
             */
            isOverdue: boolean;
        };
        /** @description What runs of a workspace lost. */
        NamedLoss: {
            /**
             * @description Names the workspace.
             * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
             */
            id: string;
            /**
             * @description What people call the workspace.
             * @example Acme
             */
            name: string;
            /**
             * Format: int64
             * @description What the deployment bore.
             * @example 3100000
             */
            lostAmount: number;
            /**
             * Format: int64
             * @description For how many runs.
             * @example 2
             */
            runs: number;
        };
        /** @description What a workspace was charged. */
        NamedSpend: {
            /**
             * @description Names the workspace.
             * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
             */
            id: string;
            /**
             * @description What people call the workspace.
             * @example Acme
             */
            name: string;
            /**
             * Format: int64
             * @description What its runs were charged.
             * @example 1243615200
             */
            chargedAmount: number;
            /**
             * Format: int64
             * @description How many runs it created.
             * @example 1204
             */
            runs: number;
        };
        /** @description Whether the deployment works. */
        Overview: {
            /** @description What needs attention, the most important first. */
            alarms: ("claims_refused" | "no_worker" | "outcomes_unknown" | "provider_away" | "chore_overdue" | "payments_differ" | Unlisted)[];
            /**
             * Format: int64
             * @description Processes that carry out runs.
             * @example 2
             */
            workers: number;
            /**
             * @description Whether no run is started, because the database is not the known one.
             * @example false
             */
            claimsRefused: boolean;
            /** @description Runs that have not ended. */
            queues: components["schemas"]["OpenRuns"][];
            webhooks: components["schemas"]["WaitingMessages"];
            spans: components["schemas"]["WaitingMessages"];
            /** @description What workers do repeatedly besides runs. */
            chores: components["schemas"]["Chore"][];
            /**
             * Format: int64
             * @description What the deployment lost in the last 24 hours.
             * @example 3100000
             */
            lostAmount: number;
            /** @description The workspaces whose runs lost most. */
            losses: components["schemas"]["NamedLoss"][];
            /** @description The workspaces that were charged most. */
            spenders: components["schemas"]["NamedSpend"][];
        };
        /** @description What runs of the last 24 hours brought, by when they were created. Durations are those of runs that completed. */
        SoldSums: {
            /**
             * Format: int64
             * @description How many there are.
             * @example 1204
             */
            runs: number;
            /**
             * Format: int64
             * @description Those of them that failed.
             * @example 18
             */
            failedRuns: number;
            /**
             * Format: int64
             * @description What they were charged, fees included.
             * @example 1243615200
             */
            chargedAmount: number;
            /**
             * Format: int64
             * @description What of it went to providers, as the ledger has it.
             * @example 1184395428
             */
            providerAmount: number;
            /**
             * Format: int64
             * @description What of it is the fee of the deployment.
             * @example 59219772
             */
            feeAmount: number;
            /**
             * Format: int64
             * @description Half of them took no longer. Absent if none completed.
             * @example 812
             */
            p50Ms?: number;
            /**
             * Format: int64
             * @description 95 of 100 took no longer. Absent if none completed.
             * @example 2440
             */
            p95Ms?: number;
            /** @description Why they failed, the most frequent first. */
            failures: components["schemas"]["WorkspaceFailure"][];
        };
        /** @description A provider of one kind of runs. */
        ProviderState: {
            /**
             * @description What they are runs of. More may be added.
             * @example model_run
             * @example tool_run
             * @example compute_job
             */
            kind: "model_run" | "tool_run" | "compute_job" | Unlisted;
            /**
             * @description The name of the provider.
             * @example openrouter
             */
            provider: string;
            /**
             * @description Whether it takes runs, or gets nothing but probes. More may be added.
             * @example answers
             * @example away
             */
            state: "answers" | "away" | Unlisted;
            /**
             * Format: int64
             * @description How often it was found away.
             * @example 1
             */
            openings: number;
            /**
             * Format: int64
             * @description How many probes it was sent.
             * @example 4
             */
            probes: number;
            /**
             * Format: int64
             * @description Retries that its budget has left at the moment. Absent if it has needed none.
             * @example 50
             */
            retriesLeft?: number;
            /**
             * Format: int64
             * @description Its runs that have not ended.
             * @example 3
             */
            waitingRuns: number;
            /**
             * Format: int64
             * @description Those of them whose outcome is unknown.
             * @example 1
             */
            unknownRuns: number;
            /**
             * Format: int64
             * @description The credit that is held for them.
             * @example 4384800
             */
            heldAmount: number;
            /**
             * Format: int64
             * @description Models that name it first.
             * @example 12
             */
            models: number;
            last24Hours?: components["schemas"]["SoldSums"];
        };
        /** @description The providers. */
        ProviderList: {
            /** @description Those that are away first, then by name. */
            data: components["schemas"]["ProviderState"][];
        };
        /** @description A model with its prices and what it brought. */
        ModelForSale: {
            /**
             * @description The identifier that requests name.
             * @example sandbox/echo
             */
            id: string;
            /**
             * @description The name of the provider.
             * @example openrouter
             */
            provider: string;
            /** @description The providers that get its runs if the first one does not take them, in this order. */
            fallbacks: string[];
            /**
             * @description Per token of input, in whole units of the currency, without the fee.
             * @example 0.00000125
             */
            promptPrice: string;
            /**
             * @description Per token that is generated.
             * @example 0.00001
             */
            completionPrice: string;
            /**
             * Format: int32
             * @description The fee on top, in hundredths of a percent.
             * @example 500
             */
            feeBasisPoints: number;
            last24Hours?: components["schemas"]["SoldSums"];
        };
        /** @description The models of the catalog. */
        ModelForSaleList: {
            /** @description The models, by their identifiers. */
            data: components["schemas"]["ModelForSale"][];
        };
        /** @description A run whose outcome or price is unknown, with what is known of it. */
        UnknownRun: {
            /**
             * @description Names the run.
             * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            id: string;
            /**
             * @description What they are runs of. More may be added.
             * @example model_run
             * @example tool_run
             * @example compute_job
             */
            kind: "model_run" | "tool_run" | "compute_job" | Unlisted;
            workspace: components["schemas"]["NamedWorkspace"];
            /**
             * @description The state of the run.
             * @example needs_reconciliation
             */
            state: string;
            /**
             * @description What was bought, such as the model.
             * @example sandbox/echo
             */
            of: string;
            /**
             * @description The name of the provider.
             * @example openrouter
             */
            provider: string;
            /**
             * @description The provider's name for the run. Without it, nobody can be asked about it.
             * @example gen-1751362202-Qx7Rk2
             */
            providerReference?: string;
            /**
             * @description Why the outcome is unknown.
             * @example connection_lost
             */
            reason?: string;
            /**
             * Format: int64
             * @description The credit that is held for it.
             * @example 4384800
             */
            heldAmount: number;
            /**
             * Format: int64
             * @description How often its provider was asked.
             * @example 3
             */
            lookUps: number;
            /**
             * Format: date-time
             * @description When it was last asked. Absent if it was not.
             * @example 2025-07-01T09:30:02.417Z
             */
            lastLookUpAt?: string;
            /**
             * Format: date-time
             * @description When it is asked next. Absent if that is not planned.
             * @example 2025-07-01T09:35:02.417Z
             */
            nextLookUpAt?: string;
            /**
             * @description Whether somebody asked to cancel it.
             * @example false
             */
            isCanceled: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2025-07-01T09:29:58.001Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the service gives up, and releases the credit.
             * @example 2025-07-02T09:29:58.001Z
             */
            deadline: string;
        };
        /** @description A page of runs whose outcome or price is unknown. */
        UnknownRunList: {
            /** @description The runs, newest first. */
            data: components["schemas"]["UnknownRun"][];
            /**
             * @description Get the next page with it; null on the last one.
             * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
             * @example null
             */
            nextCursor: string | null;
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
        /** @description The person has no second factor, or no code was given in this session. */
        Unproven: {
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
         * @description The role does not allow it, the person has no second factor, no code was given in the last 12 hours, or the request did not
         *     come from a page of the service. Nothing was done.
         */
        ForbiddenAct: {
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
         * @description There is nothing here. What does not exist, what has a malformed id, and everything that a person asks for who is no operator
         *     look the same.
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
        /** @description There were too many requests of this session, or too many attempts with wrong codes. This one was not carried out. */
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
        /** @description There is no living session, or the code is wrong or was used before. */
        WrongCode: {
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
        /** @description The person has no second factor, or the request did not come from a page of the service. Nothing was done. */
        UnprovenHere: {
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
        /** @description The request key was used for another act, or the workspace is not in the state that this takes. Nothing was done. */
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
    };
    parameters: {
        /**
         * @description Only workspaces whose name contains this text, in any case, or that have exactly this id.
         * @example acme
         */
        Search: string;
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
         * @description The `id` of a workspace.
         * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
         */
        WorkspaceId: string;
        /**
         * @description The year and the month. Without it, the present month.
         * @example 2025-06
         */
        Month: string;
        /**
         * @description The request key of this act: 1 to 128 visible ASCII characters, best a new random one for each form that is shown. It belongs to
         *     the deployment and acts once, however often it is sent and by whom. With another act, it is a 409.
         * @example 3a9d6c02-71f5-4e0b-8f3e-5c1d2b7a9e64
         */
        ActRequestKey: string;
        /**
         * @description Only acts in the workspace with this `id`.
         * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
         */
        ActsOf: string;
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
         * @description What is missing, which is a session. Browsers do not ask for a password because of it.
         * @example Session
         */
        WwwAuthenticateSession: "Session";
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
    };
    pathItems: never;
}
export type OperatorUser = components['schemas']['OperatorUser'];
export type Operator = components['schemas']['Operator'];
export type ProblemCode = components['schemas']['ProblemCode'];
export type FaultCode = components['schemas']['FaultCode'];
export type Fault = components['schemas']['Fault'];
export type Problem = components['schemas']['Problem'];
export type CreateProof = components['schemas']['CreateProof'];
export type Suspension = components['schemas']['Suspension'];
export type WorkspaceSums = components['schemas']['WorkspaceSums'];
export type Workspace = components['schemas']['Workspace'];
export type WorkspaceList = components['schemas']['WorkspaceList'];
export type WorkspaceKind = components['schemas']['WorkspaceKind'];
export type WorkspaceFailure = components['schemas']['WorkspaceFailure'];
export type WorkspaceKeys = components['schemas']['WorkspaceKeys'];
export type WorkspacePeople = components['schemas']['WorkspacePeople'];
export type QuotaName = components['schemas']['QuotaName'];
export type Quota = components['schemas']['Quota'];
export type WorkspacePayment = components['schemas']['WorkspacePayment'];
export type NamedWorkspace = components['schemas']['NamedWorkspace'];
export type OperatorAct = components['schemas']['OperatorAct'];
export type WorkspaceDetail = components['schemas']['WorkspaceDetail'];
export type BookLine = components['schemas']['BookLine'];
export type Posting = components['schemas']['Posting'];
export type Books = components['schemas']['Books'];
export type PaymentDifference = components['schemas']['PaymentDifference'];
export type PaymentDay = components['schemas']['PaymentDay'];
export type PaymentComparison = components['schemas']['PaymentComparison'];
export type CreateWorkspaceCredit = components['schemas']['CreateWorkspaceCredit'];
export type CreateWorkspaceGrant = components['schemas']['CreateWorkspaceGrant'];
export type UpdateWorkspaceQuota = components['schemas']['UpdateWorkspaceQuota'];
export type ReasonedAct = components['schemas']['ReasonedAct'];
export type OperatorActList = components['schemas']['OperatorActList'];
export type OpenRuns = components['schemas']['OpenRuns'];
export type WaitingMessages = components['schemas']['WaitingMessages'];
export type Chore = components['schemas']['Chore'];
export type NamedLoss = components['schemas']['NamedLoss'];
export type NamedSpend = components['schemas']['NamedSpend'];
export type Overview = components['schemas']['Overview'];
export type SoldSums = components['schemas']['SoldSums'];
export type ProviderState = components['schemas']['ProviderState'];
export type ProviderList = components['schemas']['ProviderList'];
export type ModelForSale = components['schemas']['ModelForSale'];
export type ModelForSaleList = components['schemas']['ModelForSaleList'];
export type UnknownRun = components['schemas']['UnknownRun'];
export type UnknownRunList = components['schemas']['UnknownRunList'];
export type OpenApiDocument = components['schemas']['OpenApiDocument'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseBadPage = components['responses']['BadPage'];
export type ResponseBadBody = components['responses']['BadBody'];
export type ResponseUnauthenticated = components['responses']['Unauthenticated'];
export type ResponseUnproven = components['responses']['Unproven'];
export type ResponseForbiddenAct = components['responses']['ForbiddenAct'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseMethodNotAllowed = components['responses']['MethodNotAllowed'];
export type ResponseRequestTimeout = components['responses']['RequestTimeout'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseHeadersTooLarge = components['responses']['HeadersTooLarge'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseWrongCode = components['responses']['WrongCode'];
export type ResponseUnprovenHere = components['responses']['UnprovenHere'];
export type ResponseConflict = components['responses']['Conflict'];
export type ParameterSearch = components['parameters']['Search'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterWorkspaceId = components['parameters']['WorkspaceId'];
export type ParameterMonth = components['parameters']['Month'];
export type ParameterActRequestKey = components['parameters']['ActRequestKey'];
export type ParameterActsOf = components['parameters']['ActsOf'];
export type HeaderXRequestId = components['headers']['XRequestId'];
export type HeaderContentTypeOptions = components['headers']['ContentTypeOptions'];
export type HeaderCacheControlNoStore = components['headers']['CacheControlNoStore'];
export type HeaderSessionRate = components['headers']['SessionRate'];
export type HeaderSessionRatePolicy = components['headers']['SessionRatePolicy'];
export type HeaderWwwAuthenticateSession = components['headers']['WwwAuthenticateSession'];
export type HeaderAllow = components['headers']['Allow'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type $defs = Record<string, never>;
export interface operations {
    getOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operator of this session. */
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
                    "application/json": components["schemas"]["Operator"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Unproven"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProof: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The code. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProof"];
            };
        };
        responses: {
            /** @description The operator, with the new proof. */
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
                    "application/json": components["schemas"]["Operator"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["WrongCode"];
            403: components["responses"]["UnprovenHere"];
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
    listWorkspaces: {
        parameters: {
            query?: {
                /**
                 * @description Only workspaces whose name contains this text, in any case, or that have exactly this id.
                 * @example acme
                 */
                search?: components["parameters"]["Search"];
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
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of workspaces. */
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
                    "application/json": components["schemas"]["WorkspaceList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Unproven"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
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
                 * @description The `id` of a workspace.
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
                    "application/json": components["schemas"]["WorkspaceDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Unproven"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBooks: {
        parameters: {
            query?: {
                /**
                 * @description The year and the month. Without it, the present month.
                 * @example 2025-06
                 */
                month?: components["parameters"]["Month"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The books. */
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
                    "application/json": components["schemas"]["Books"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Unproven"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPaymentComparison: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days. */
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
                    "application/json": components["schemas"]["PaymentComparison"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Unproven"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWorkspaceCredit: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this act: 1 to 128 visible ASCII characters, best a new random one for each form that is shown. It belongs to
                 *     the deployment and acts once, however often it is sent and by whom. With another act, it is a 409.
                 * @example 3a9d6c02-71f5-4e0b-8f3e-5c1d2b7a9e64
                 */
                "Idempotency-Key": components["parameters"]["ActRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description What to do, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkspaceCredit"];
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
                    "application/json": components["schemas"]["WorkspaceDetail"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenAct"];
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
    createWorkspaceGrant: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this act: 1 to 128 visible ASCII characters, best a new random one for each form that is shown. It belongs to
                 *     the deployment and acts once, however often it is sent and by whom. With another act, it is a 409.
                 * @example 3a9d6c02-71f5-4e0b-8f3e-5c1d2b7a9e64
                 */
                "Idempotency-Key": components["parameters"]["ActRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description What to do, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkspaceGrant"];
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
                    "application/json": components["schemas"]["WorkspaceDetail"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenAct"];
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
    updateWorkspaceQuota: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this act: 1 to 128 visible ASCII characters, best a new random one for each form that is shown. It belongs to
                 *     the deployment and acts once, however often it is sent and by whom. With another act, it is a 409.
                 * @example 3a9d6c02-71f5-4e0b-8f3e-5c1d2b7a9e64
                 */
                "Idempotency-Key": components["parameters"]["ActRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description What to do, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWorkspaceQuota"];
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
                    "application/json": components["schemas"]["WorkspaceDetail"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenAct"];
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
    createSuspension: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this act: 1 to 128 visible ASCII characters, best a new random one for each form that is shown. It belongs to
                 *     the deployment and acts once, however often it is sent and by whom. With another act, it is a 409.
                 * @example 3a9d6c02-71f5-4e0b-8f3e-5c1d2b7a9e64
                 */
                "Idempotency-Key": components["parameters"]["ActRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description Why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonedAct"];
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
                    "application/json": components["schemas"]["WorkspaceDetail"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenAct"];
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
    createResumption: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this act: 1 to 128 visible ASCII characters, best a new random one for each form that is shown. It belongs to
                 *     the deployment and acts once, however often it is sent and by whom. With another act, it is a 409.
                 * @example 3a9d6c02-71f5-4e0b-8f3e-5c1d2b7a9e64
                 */
                "Idempotency-Key": components["parameters"]["ActRequestKey"];
            };
            path: {
                /**
                 * @description The `id` of a workspace.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId: components["parameters"]["WorkspaceId"];
            };
            cookie?: never;
        };
        /** @description Why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonedAct"];
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
                    "application/json": components["schemas"]["WorkspaceDetail"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ForbiddenAct"];
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
    listOperatorActs: {
        parameters: {
            query?: {
                /**
                 * @description Only acts in the workspace with this `id`.
                 * @example wsp_01jzw7r3k5m8q2t4v6x9y1b3df
                 */
                workspaceId?: components["parameters"]["ActsOf"];
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
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of acts. */
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
                    "application/json": components["schemas"]["OperatorActList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Unproven"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview. */
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
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Unproven"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers. */
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
                    "application/json": components["schemas"]["ProviderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Unproven"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getModelsForSale: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The models, by their identifiers. */
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
                    "application/json": components["schemas"]["ModelForSaleList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Unproven"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUnknownRuns: {
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
            path?: never;
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
                    "application/json": components["schemas"]["UnknownRunList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Unproven"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperatorDocument: {
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
                    RateLimit: components["headers"]["SessionRate"];
                    "RateLimit-Policy": components["headers"]["SessionRatePolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Unproven"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
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
