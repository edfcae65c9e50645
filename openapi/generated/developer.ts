// Generated from openapi/ by scripts/generate.ts. Never edit it.
export interface paths {
    "/v1/developer/model-runs/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the limits
         * @description What this deployment allows and charges. Creates nothing and costs nothing.
         */
        get: operations["getModelRunLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/model-runs/estimate": {
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
         * @description Goes through the same checks as creating a run, and returns what it would hold and who would pay. Creates
         *     nothing, costs nothing, takes no request key and binds nobody.
         */
        post: operations["estimateModelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/model-runs/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many runs
         * @description Creates up to 100 runs, each under a request key of its own, as so many calls of `createModelRun` would: the same keys,
         *     the same refusals, the same replays. Each is answered for itself, in the order of the request; a refusal of one
         *     concerns no other. The call counts as so many requests, so it can't have more than a key has in a minute, which
         *     `RateLimit-Policy` says. Billable.
         *
         *     A body that breaks the schema is refused as a whole, and so is one that has a request key twice: then nothing was
         *     created. Without an answer, send the same body again: what was created is found, and the rest is created.
         */
        post: operations["createModelRunBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/model-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs
         * @description The workspace's runs, newest first. Filters narrow the list together. A page can be short, or even empty,
         *     and still have a `nextCursor`: read on until it is null.
         */
        get: operations["listModelRuns"];
        put?: never;
        /**
         * Create a run
         * @description Saves a run, holds credit for it and hands it to a worker. Billable.
         *
         *     Sent again with the same key and body, it gives the run that was saved, as it is now, and nothing is
         *     bought twice. A known key is answered before the balance, the limits and the catalog are looked at. A
         *     refused creation saves nothing and leaves the key free.
         */
        post: operations["createModelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/model-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run
         * @description The run as it is now. A run in `needs_reconciliation` or `received` is looked up with the provider first, unless
         *     that was done in the last 2 seconds. A failed run comes with status 200: look at `state`.
         */
        get: operations["getModelRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/model-runs/{id}/cancel": {
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
         * @description Asks that the run end as soon as it can. Free, and safe to repeat: a run that is canceled already, or has ended,
         *     is answered as it is, with 200 once it has ended and with 202 while it goes on.
         *
         *     What was not sent fails with `cancelled`. What may be with the provider is never sent again, and ends early only
         *     where the provider stops its work and its bill when the connection is closed; elsewhere it ends as it would have
         *     ended. An answer that had begun then is `completed` with the `finishReason` `cancelled`, and charged for what the
         *     provider bills. Without one the run fails with `cancelled`, free of charge.
         */
        post: operations["cancelModelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/tool-runs/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the limits
         * @description What this deployment allows and charges. Creates nothing and costs nothing.
         */
        get: operations["getToolRunLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/tool-runs/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate the hold of a tool run
         * @description Goes through the same checks as creating a run, and returns what it would hold and who would pay. Creates
         *     nothing, costs nothing, takes no request key and binds nobody.
         */
        post: operations["estimateToolRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/tool-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tool runs
         * @description The workspace's runs, newest first. Filters narrow the list together. A page can be short, or even empty,
         *     and still have a `nextCursor`: read on until it is null.
         */
        get: operations["listToolRuns"];
        put?: never;
        /**
         * Create a tool run
         * @description Saves a run, holds credit for it and hands it to a worker, which calls the tool at most once. Billable.
         *
         *     Sent again with the same key and body, it gives the run that was saved, as it is now, and nothing is
         *     bought twice. A known key is answered before the balance, the limits and the catalog are looked at. A
         *     refused creation saves nothing and leaves the key free.
         */
        post: operations["createToolRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/tool-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a tool run
         * @description The run as it is now. A run in `needs_reconciliation` is looked up with its server first where that keeps a record
         *     of it, unless that was done in the last 2 seconds. A failed run comes with status 200: look at `state`.
         */
        get: operations["getToolRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/tool-runs/{id}/cancel": {
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
         * @description Asks that the run end as soon as it can. Free, and safe to repeat: a run that is canceled already, or has ended,
         *     is answered as it is, with 200 once it has ended and with 202 while it goes on.
         *
         *     What was not sent fails with `cancelled`. What may be with the server is never sent again: the server is asked to stop,
         *     and the run fails with `cancelled`, free of charge, unless its answer comes first. A call may have taken effect by
         *     then.
         */
        post: operations["cancelToolRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/compute-jobs/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the limits
         * @description What this deployment allows and charges. Creates nothing and costs nothing.
         */
        get: operations["getComputeJobLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/compute-jobs/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate the hold of a compute job
         * @description Goes through the same checks as creating a run, and returns what it would hold and who would pay. Creates
         *     nothing, costs nothing, takes no request key and binds nobody.
         */
        post: operations["estimateComputeJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/compute-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List compute jobs
         * @description The workspace's runs, newest first. Filters narrow the list together. A page can be short, or even empty,
         *     and still have a `nextCursor`: read on until it is null.
         */
        get: operations["listComputeJobs"];
        put?: never;
        /**
         * Create a compute job
         * @description Saves a job, holds credit for all of its time-out and hands it to a worker, which starts it at most once. Billable.
         *
         *     Sent again with the same key and body, it gives the run that was saved, as it is now, and nothing is
         *     bought twice. A known key is answered before the balance, the limits and the catalog are looked at. A
         *     refused creation saves nothing and leaves the key free.
         */
        post: operations["createComputeJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/compute-jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a compute job
         * @description The job as it is now. The engine of a job in `running` or `needs_reconciliation` is asked first, unless that was done
         *     in the last 2 seconds. A failed job comes with status 200: look at `state`. While the code runs, `startedAt` and the sizes
         *     in `logs` are what its engine reports right now, if it does; they change without a new `ETag`.
         */
        get: operations["getComputeJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/compute-jobs/{id}/cancel": {
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
         * @description Asks that the job end as soon as it can. Free, and safe to repeat: a job that is canceled already, or has ended, is
         *     answered as it is, with 200 once it has ended and with 202 while it goes on.
         *
         *     What did not start fails with `cancelled`, free of charge. Code that runs is ended: the job is completed with the
         *     `result` `cancelled`, and is charged for the time that it took.
         */
        post: operations["cancelComputeJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/compute-jobs/{id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the logs of a compute job
         * @description A part of what the job has written by now to one of its streams, also while it runs: read on from `next` until `ended`.
         *     Text that is not UTF-8 has replacement characters. Costs nothing.
         */
        get: operations["getComputeJobLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/compute-jobs/{id}/artifacts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an artifact of a compute job
         * @description A file that the job left behind, by its name in `artifacts`, percent-encoded in the path. Costs nothing.
         *     It never changes, so a download that broke off can be continued with `Range`.
         */
        get: operations["getComputeJobArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/compute-environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List environments
         * @description What code can run in, with its isolation, bounds and prices. Costs nothing. A listing does not promise capacity.
         */
        get: operations["listComputeEnvironments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tools
         * @description The tools that runs can name, with their schemas and prices. Costs nothing. A listing does not promise capacity.
         */
        get: operations["listTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/tools/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a tool
         * @description One tool of the catalog by its exact identifier, percent-encoded in the path. Costs nothing.
         */
        get: operations["getTool"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prompts
         * @description The prompts of the workspace by name, each with its labels and its latest version.
         */
        get: operations["listPrompts"];
        put?: never;
        /**
         * Save a version of a prompt
         * @description Saves what the body says as the next version of the prompt, from 1 on, and moves the labels that it names to that version.
         *     A version never changes. Costs nothing.
         *
         *     Sent again with the same key and body, it gives the version that was saved, and saves nothing. A known key is answered
         *     before anything else is looked at. A save that is refused leaves the key free.
         */
        post: operations["createPromptVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/prompts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a version of a prompt
         * @description One version: by its number, or the one that a label is on. Without either it is the one of `production`. Not both.
         */
        get: operations["getPrompt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/prompts/{name}/versions": {
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
        get: operations["listPromptVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/prompts/{name}/labels/{label}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Move a label
         * @description Puts a label on a version, whatever version it was on before. With `If-Match` it is moved only if the label is still on
         *     the version that the tag was read with. A protected label is moved by admins in the dashboard, and refused here.
         */
        put: operations["updatePromptLabel"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/prompts/{name}/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a prompt
         * @description Replaces the variables of a version by values, and answers messages as a model run takes them. Nothing is escaped,
         *     and a value is never read as a template. Every variable needs a value, and every value a variable. Saves nothing and costs
         *     nothing.
         *
         *     Send `messages` and `attribution` with a model run, and its cost counts for this version.
         */
        post: operations["renderPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/prompts/{name}/diff": {
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
        get: operations["getPromptDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/prompts/{name}/usage": {
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
        get: operations["getPromptUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List models
         * @description The models that runs can name, with their prices. A key that may name only some of them sees no others. Costs
         *     nothing. A listing does not promise capacity. Filters narrow the list together.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/models/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a model
         * @description One model of the catalog by its exact identifier, percent-encoded in the path. Costs nothing.
         */
        get: operations["getModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the limits
         * @description What this deployment takes and keeps of spans. Creates nothing and costs nothing.
         */
        get: operations["getObservabilityLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List traces
         * @description The workspace's traces, the one with the newest span first. Filters look at single spans: a trace is listed where one of
         *     its spans has all that they ask for. A page can be short, or even empty, and still have a `nextCursor`: read on until it
         *     is null.
         */
        get: operations["listTraces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/traces/{traceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a trace
         * @description One trace as a tree: the spans of runs, and those that your programs sent, in the order in which a reader goes through
         *     them. What the runs cost is read from the runs themselves: the sum is what they were charged.
         */
        get: operations["getTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/traces/{traceId}/spans/{spanId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a span
         * @description One span of a trace with its attributes and events. The span of a run has the attributes of the semantic conventions for
         *     generative AI; read the run itself for what was asked and answered.
         */
        get: operations["getSpan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/spans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List spans
         * @description The workspace's spans, newest first: those of runs, and those that your programs sent. Filters narrow the list together.
         *     A page can be short, or even empty, and still have a `nextCursor`: read on until it is null.
         */
        get: operations["listSpans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description The sessions that spans name, the one with the newest span first. `GET /traces?sessionId=` lists the traces of one. A
         *     page can be short, or even empty, and still have a `nextCursor`: read on until it is null.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/end-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List end users
         * @description The end users that spans name, the one with the newest span first. `GET /traces?endUserId=` lists the traces of one. A
         *     page can be short, or even empty, and still have a `nextCursor`: read on until it is null.
         */
        get: operations["listEndUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/otlp/v1/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send spans
         * @description Takes the spans of your programs by OTLP/HTTP of OpenTelemetry. As JSON it is the core of that protocol; protobuf and
         *     gzip are taken as well. Set `OTEL_EXPORTER_OTLP_ENDPOINT` to `{base_url}/v1/developer/observability/otlp`, and the
         *     exporter adds `/v1/traces`. The answer comes once all spans are saved, in the form of the request.
         *
         *     A span that comes again, with the same ids and the same start, is one. Spans with the same ids and another start are
         *     listed each, and the first to start counts in totals. A request without spans is taken, as OTLP asks; in protobuf it can
         *     have no bytes. Spans that cannot be taken are counted in `partialSuccess`, and all others are saved; the exporter sends
         *     none of them again. Spans of runs are never sent: they are there already.
         */
        post: operations["createSpans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description The customers of the workspace, newest first: those that were made ahead, and those that appeared with a run. Without
         *     their spending, which [another list](#/customers/listcustomerspending) has. A filter looks at a bounded number of customers for each page: a page may be
         *     short, or empty, and still have a cursor.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Make a customer ahead
         * @description Saves a customer before its first run, with a name, labels, budgets, a prepaid balance or a block. A customer that needs none of them appears
         *     with its first run, and is not made. Costs nothing. The workspace may make as many as its quota `customers` says.
         *
         *     Sent again with the same key and body, it gives the customer as it is now, and saves nothing.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/customers/{endUserId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a customer
         * @description One customer with what its runs cost this month, each of its budgets with what is left of it, and its prepaid balance.
         *     Costs nothing.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        /**
         * Erase a customer
         * @description Erases the customer for good: its name, labels, budgets and grants, what its runs were asked and answered, and the spans and scores
         *     of them. What the books need stays: models, states, money, and the request keys of runs. Keep names of people out of those.
         *     The audit trail keeps which budgets, grants and blocks the customer was given, when and by whom, under an ID that only it has.
         *
         *     A read of an erased run may show it as it was for ten seconds more. From the request on, the customer creates no runs. Runs that have not ended are not erased: where `openRuns` is above 0, send
         *     the request again once they have ended. It may be sent again after any failure.
         */
        delete: operations["deleteCustomer"];
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description Changes the members that the body has, and no other. From the answer on, each create of a run keeps the new budgets, and a
         *     blocked customer creates none. Runs that were created before go on.
         *
         *     A new budget counts what the customer has used already: in the day, in the month, or in all.
         *
         *     `hasBalance` begins a prepaid balance, of nothing until something is granted, or ends it: then all grants are revoked, and the
         *     customer spends without a balance.
         */
        patch: operations["updateCustomer"];
        trace?: never;
    };
    "/v1/developer/customers/{endUserId}/grants": {
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
        get: operations["listCustomerGrants"];
        put?: never;
        /**
         * Grant credit to a customer
         * @description Adds an amount to the prepaid balance of a customer, such as a package that it bought. The first grant begins the balance, unless the
         *     customer has one: from the answer on, the runs of the customer that are created may cost and hold only what is left of it, besides its
         *     budgets. Runs that were pending then are no part of it. The money stays in the wallet of the workspace, which pays each run.
         *
         *     Grants are spent in the order in which they expire, those without an expiry last. What is left of one at its expiry is taken
         *     a few seconds later; what runs hold then may still be spent, and is taken once they release it.
         *
         *     A customer has at most 100 grants that have not ended, and 10,000 in all: one more is a 409. What it may spend, with what
         *     it has spent, is at most 9007199254740991 units: a grant beyond that is a 400.
         *
         *     Sent again with the same key and body, it gives the grant as it is now, and saves nothing.
         */
        post: operations["createCustomerGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/customers/{endUserId}/grants/{grantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a grant of a customer
         * @description One grant with what is left of it. Costs nothing.
         */
        get: operations["getCustomerGrant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/customers/{endUserId}/grants/{grantId}/revoke": {
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
         *     spent, and is taken once they release it. A grant that has ended stays as it is, and revoking it again changes nothing.
         */
        post: operations["revokeCustomerGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/customer-spending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers with their spending
         * @description The customers of the workspace, each with what its runs of all kinds, whichever keys created them, were charged in a month,
         *     and with what is left of its budgets and of its prepaid balance. `total` adds up all customers that match, and the whole
         *     workspace. Costs nothing.
         *
         *     The charges are entries of the ledger, as exports of `charges` have them: a run is charged when it ends. Budgets are not
         *     of the month: they count runs by the day and the month in UTC in which the run was created. Budgets and balances are those of
         *     now.
         *
         *     Pages after the first one count what had been charged when the first one was read, so that no customer is left out or comes
         *     twice while runs end. Only a charge that was being saved at that moment may count on later pages alone. Each page adds up the
         *     month: ask for 100 customers at once.
         */
        get: operations["listCustomerSpending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/customer-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the default budgets
         * @description The budgets of customers that have none of their own. Costs nothing.
         */
        get: operations["getCustomerSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the default budgets
         * @description Sets the budgets of all customers that have none of their own, also of those that appear later: each customer may use so
         *     much. They hold for each create from the answer on. A default budget counts the runs that are created while there are
         *     default budgets; to count what a customer has used before, give the customer budgets of its own.
         */
        patch: operations["updateCustomerSettings"];
        trace?: never;
    };
    "/v1/developer/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the key can spend
         * @description What this key can spend at the moment, out of which account, and the limits that apply to it, each with the moment at
         *     which it resets. Creates nothing and costs nothing. It promises nothing either: another create may come first.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys
         * @description The keys of the workspace, newest first, whoever made them. Their secrets are not kept and can't be shown. A filter looks
         *     at the keys of a workspace one after the other.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create a key
         * @description Answers with the secret, now and never again. The key is within the rights of the key that creates it, now and
         *     later: it has only permissions that the other one has, except for `keys:write` and `billing:write`; it may name only models that the
         *     other one may name; it spends what the other one spends, within its limits, or credit that is set aside from the
         *     wallet that the other one spends; and it ends with the other one. A body that asks for more is refused with
         *     `exceeds_own_rights`.
         *
         *     A request key makes one key. A repeat is a 409 with the `keyId` of the key that it made, whatever its body: where the
         *     secret was lost, rotate that key or revoke it.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/keys/{id}": {
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
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a key
         * @description Changes the name, the expiry, the credit, the spending limits and the models of a key that the calling key has created.
         *     Members that are left out stay as they are. All of it is changed, or nothing. Limits apply to every run that is created
         *     from then on, in every process, and the list of models does within a second. The key stays within the rights of the
         *     calling key: a body that asks for more, and a key that another one has created, are refused with `exceeds_own_rights`. A
         *     key that is not active, or has been rotated, is a 409.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/v1/developer/keys/{id}/rotate": {
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
         *     which keeps working for the overlap. Both share the credit, and what is used of the limits. A key can rotate
         *     itself and the keys that it has created; the keys that it has created belong to its successor from then on. A
         *     key that is not active, or has been rotated before, is a 409: a repeat makes no second key.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/keys/{id}/revoke": {
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
         * @description The key stops working within a second, everywhere, and so do the keys that it has created. Their runs that were not sent
         *     yet fail with `key_revoked`, those under way end as they do, and their credit goes back to the wallet. A key can revoke
         *     itself and the keys that it has created. Revoking it again changes nothing.
         */
        post: operations["revokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/billing/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the wallet
         * @description What the workspace can spend, what is held for pending runs, what was spent, which grants have something left, and which
         *     amounts can be paid by card. What the calling key itself can spend is in [its account](#/account/getaccount).
         */
        get: operations["getBillingWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/billing/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entries of the ledger
         * @description The movements of the wallet and of the credit of keys, newest first. Filters narrow the list together. With
         *     `kind` or `keyId` a page can be short, even empty, and still have a next one.
         */
        get: operations["listBillingEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/billing/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List grants
         * @description All credit that the operator gave until it expires, newest first, also what is spent or has expired. The wallet lists the
         *     grants that have something left, in the order in which they are spent.
         */
        get: operations["listBillingGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/billing/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description The payments by card of the workspace, newest first, also those that the auto-recharge made.
         */
        get: operations["listBillingPayments"];
        put?: never;
        /**
         * Start a payment
         * @description Opens a page of the payment provider, `checkoutUrl`, on which a person pays by card. Its browser goes to the wallet page of
         *     the dashboard afterwards. The wallet is credited when the provider says that the payment has succeeded, once. Read the
         *     payment until its `state` is not `open`.
         *
         *     `payments` of the wallet has the amounts that can be paid. A deployment that takes no payments answers 409, and so does a
         *     workspace with 20 open ones. Sent again with the same key and amount, it gives the same payment and starts none.
         */
        post: operations["createBillingPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/billing/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment
         * @description The payment with its taxes, and with its receipt and invoice once it has succeeded. While it is open, the service asks the
         *     payment provider what became of it.
         */
        get: operations["getBillingPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/billing/auto-recharge": {
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
        get: operations["getBillingRecharge"];
        /**
         * Set the auto-recharge
         * @description Sets when the wallet is recharged, with how much, and the most that a month may cost. It is on from then on, also if it had
         *     turned itself off, once a person has [saved a card](#/billing/createbillingcardpage).
         *
         *     `rechargeAmount` has the bounds of each payment, which are in `payments` of the wallet. It is at least `thresholdAmount`, so
         *     that one recharge is enough, and at most `monthCapAmount`. A repeat changes nothing more, and does not end the pause after
         *     a charge that the card declined.
         */
        put: operations["updateBillingRecharge"];
        post?: never;
        /**
         * Turn the auto-recharge off
         * @description Removes its terms, and the saved card, which the payment provider forgets as well. A charge that is under way at this moment
         *     still credits the wallet. A repeat changes nothing more.
         */
        delete: operations["deleteBillingRecharge"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/billing/auto-recharge/card": {
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
         * @description Opens a page of the payment provider, `checkoutUrl`, on which a person saves a card, in place of the one before. Nothing is
         *     charged there. While the page is open, it is the same page for everybody who asks: a repeat opens no second one.
         *
         *     The service never sees the card: it gets the brand, the last four digits and the month in which the card expires. A
         *     deployment that takes no payments answers 409, and so does a workspace whose auto-recharge is not set.
         */
        post: operations["createBillingCardPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/billing/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the billing details
         * @description To whom the payment provider makes out the invoices of the workspace. The service asks the provider for them and saves none
         *     of them.
         */
        get: operations["getBillingDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/billing/details/page": {
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
         * @description Opens a page of the payment provider, `billingUrl`, on which a person changes the billing details and sees all invoices. It
         *     works for a few minutes, for whoever has its address. A repeat opens another page, which shows the same.
         */
        post: operations["createBillingDetailsPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/webhook-endpoints": {
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
        get: operations["listEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Sends an address messages about the runs of the workspace. Answers with the secret that messages are signed
         *     with, now and never again. An endpoint gets what a key with `models:read` can read, and with the types `budget.reached`
         *     and `customer.blocked` also what one with `customers:read` can: a key without these permissions is refused with
         *     `exceeds_own_rights`. The endpoint belongs to the workspace and stays when the key ends.
         *
         *     A request key makes one endpoint. A repeat is a 409 with the `endpointId` of the endpoint that it made, whatever its body:
         *     where the secret was lost, rotate it. A workspace has 20 endpoints at the most; one more is a 409 as well.
         */
        post: operations["createEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/webhook-endpoints/{id}": {
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
        get: operations["getEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing more is sent to it. What it was sent, and what waits for it, is deleted with it.
         */
        delete: operations["deleteEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes the address, the description or the event types of an endpoint, disables it, or enables it again. Members that are
         *     left out stay as they are. What waits for an endpoint that is disabled is not sent any more; one that is enabled is told of
         *     what happens from then on, and earlier messages can be sent again. As with a creation, the key needs
         *     `models:read` as well, and `customers:read` where the endpoint has types about customers, before or after the change.
         */
        patch: operations["updateEndpoint"];
        trace?: never;
    };
    "/v1/developer/webhook-endpoints/{id}/rotate": {
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
         *     so that a receiver that knows either secret believes it. A secret that still overlaps from a rotation before signs no more.
         *     A repeat rotates once more: the secret of the last answer is the one that signs. The key needs `models:read` as well, and
         *     `customers:read` where the endpoint has types about customers.
         */
        post: operations["rotateEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/webhook-endpoints/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what an endpoint was sent
         * @description The messages to the endpoint with their state, newest first. A message keeps its position however often it is sent.
         *     One that is about no run is deleted 30 days after its event, unless it is still to be sent.
         */
        get: operations["listEndpointMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/webhook-endpoints/{id}/messages/{messageId}/resend": {
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
         * @description Sends the message once more, as soon as a worker has room: under the same `webhook-id`, so that the receiver can recognize
         *     it, and out of turn. The endpoint has to be enabled; one that is disabled is a 409. The key needs no permission to read what the
         *     message is about: it goes to the address that the endpoint has, and the answer has its type and its state only.
         */
        post: operations["createEndpointResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/saved-exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved exports
         * @description The saved exports of the workspace, newest first. A list is free.
         */
        get: operations["listSavedExports"];
        put?: never;
        /**
         * Save an export
         * @description Saves what to export: its file is read again and again, and has what the period is at that time. A saved export never changes;
         *     delete it and save another one. A workspace has 100 at the most; one more is a 409. Costs nothing.
         *
         *     Sent again with the same key and body, it gives the same saved export.
         */
        post: operations["createSavedExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/saved-exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a saved export
         * @description What it exports. Costs nothing.
         */
        get: operations["getSavedExport"];
        put?: never;
        post?: never;
        /**
         * Delete a saved export
         * @description Its file can no longer be read. What it exported stays.
         */
        delete: operations["deleteSavedExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/saved-exports/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the file of a saved export
         * @description The rows of its period, as [an export](#/observability/getexport) has them: with the same columns, within the same
         *     limits, and of one moment. Days and months are those of the time zone of the workspace. Costs nothing.
         *
         *     The key needs no other permission: a key with `exports:read` alone reads what saved exports have, and nothing else.
         */
        get: operations["getSavedExportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Thresholds that were crossed, newest first. Each is raised once, and again only after it has recovered. They are kept for a
         *     year. Filters narrow the list together. The key needs `models:read` as well, because alerts have amounts of the wallet and
         *     of keys. A list is free.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/alert-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the workspace is alerted to
         * @description The thresholds, and who gets an email. Costs nothing.
         */
        get: operations["getAlertSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what the workspace is alerted to
         * @description Members that are left out stay as they are. A threshold that is crossed already raises an alert within a minute. People read
         *     and change the same settings on the Alerts page of the dashboard. Costs nothing.
         */
        patch: operations["updateAlertSettings"];
        trace?: never;
    };
    "/v1/developer/observability/metrics/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query metrics
         * @description What the runs of the workspace cost, used and took, of all kinds together: summed over a span of time, by the hour or the
         *     day, and by the dimensions that you name. Costs nothing.
         *
         *     The figures are those of the ledger: a run that has ended is in the next answer, and what the groups of a query cost adds up
         *     to what the wallet and the keys were charged. Runs count where they were created, and `from` and `to` are widened to whole
         *     hours, or to whole days with `interval: day`, in UTC.
         *
         *     A query is refused with `metrics_too_wide` where its span is longer than 31 days by the hour and 366 days otherwise, where
         *     its answer has more than 10,000 rows, or where there is too much to add up. Sessions, labels, and end users together with
         *     anything but the kind, the state and the error code are read run by run: over 7 days and 100,000 runs at most.
         */
        post: operations["queryMetrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scores
         * @description The scores of the workspace, newest first. By `promptId` and `promptVersion` you get those of the runs that are attributed to a
         *     prompt. A filter looks at a bounded number of scores for each page: a page may be short, or empty, and still have a cursor.
         */
        get: operations["listScores"];
        put?: never;
        /**
         * Save a score
         * @description Saves how good one run, span or session was. Costs nothing. A score never changes: delete it and save another one where the
         *     judgment changes. One thing has at most 100 scores.
         *
         *     The same `Idempotency-Key` and body give the same score; with another body the key is refused. The key of a score that was
         *     deleted is free again.
         */
        post: operations["createScore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/scores/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a score
         * @description One score by its `id`. Costs nothing.
         */
        get: operations["getScore"];
        put?: never;
        post?: never;
        /**
         * Delete a score
         * @description Deletes the score for good. Its request key is free again.
         */
        delete: operations["deleteScore"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/developer/observability/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export runs, charges, scores or spans
         * @description Everything that was created or charged in a span of at most 32 days, oldest first, as one file. All of it is of one moment, the beginning of
         *     the answer. The file is sent while it is read, for 10 minutes at most; one that could not be read to its end is cut off without an
         *     end of the response, which clients report as a failed download. A workspace has two exports at once from one process. Costs nothing.
         *
         *     All formats have the same columns; a line of NDJSON leaves out those that have no value there. A time is text in
         *     NDJSON and CSV and a timestamp in Parquet, an amount is an integer with `scale` digits after its decimal point,
         *     and `metadata` is JSON. Conversations are not part of it. In CSV, a `'` precedes a sign that a spreadsheet would
         *     take for the beginning of a formula.
         *
         *     The tokens of a run have the names of usage in the field of traces: `inputTokens` is `promptTokens` of its `usage`,
         *     `outputTokens` is `completionTokens`, `cachedInputTokens` is `cachedPromptTokens`, and `cacheWriteInputTokens` is
         *     `cacheWriteTokens`.
         *
         *     | Dataset | Columns |
         *     | - | - |
         *     | `runs` | `id`, `kind`, `model`, `tool`, `environment`, `state`, `createdAt`, `finishedAt`, `keyId`, `idempotencyKey`, `provider`, `currency`, `scale`, `reservedAmount`, `chargedAmount`, `feeAmount`, `inputTokens`, `outputTokens`, `cachedInputTokens`, `cacheWriteInputTokens`, `cacheWrite1hInputTokens`, `reasoningTokens`, `errorCode`, `sessionId`, `endUserId`, `promptId`, `promptVersion`, `parentRunId`, `traceId`, `spanId`, `parentSpanId`, `metadata` |
         *     | `charges` | `chargedAt`, `runId`, `kind`, `model`, `tool`, `environment`, `keyId`, `idempotencyKey`, `currency`, `scale`, `providerAmount`, `feeAmount`, `chargedAmount`, `sessionId`, `endUserId`, `promptId`, `promptVersion`, `metadata` |
         *     | `scores` | `id`, `createdAt`, `name`, `dataType`, `numericValue`, `categoricalValue`, `booleanValue`, `source`, `comment`, `runId`, `traceId`, `spanId`, `sessionId`, `endUserId`, `promptId`, `promptVersion`, `keyId` |
         *     | `spans` | `traceId`, `spanId`, `parentSpanId`, `startedAt`, `durationMs`, `name`, `kind`, `status`, `statusMessage`, `service`, `operation`, `model`, `tool`, `inputTokens`, `outputTokens`, `cachedInputTokens`, `reasoningTokens`, `reportedCost`, `sessionId`, `endUserId` |
         *
         *     `runs` has the runs of all kinds by `createdAt`, charged or not. `charges` has each charged run once, by the time at which the
         *     ledger recorded its charge: its amounts add up to the charges of runs in the statement of the same span, to the unit. Give the
         *     first instants of two months in your time zone to export a month.
         *
         *     `spans` are those that programs sent, by when they started, without their attributes. Each has what it reported itself, and
         *     a parent may repeat what its children report: to add them up, leave out what spans with its `spanId` as
         *     `parentSpanId`, and those below them, report too. The span of a run is the run itself:
         *     its `traceId` and `spanId` are columns of `runs`.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether the process lives
         * @description For restarting a process that hangs. Looks at nothing but the process.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether the process takes requests
         * @description For routing. A process that is starting, stopping or without its database answers 503.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
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
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the documentation
         * @description The first page of the documentation for people: what the API is, all guides, and the reference. Pages request nothing from
         *     elsewhere. `/docs/`, with a slash at the end, is the same page. `/docs/files/docs.html` has all pages in one file that works
         *     offline. A deployment whose documentation was not built answers 404.
         */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the client
         * @description The clients of this deployment. npm installs the TypeScript client: `npm install <address>/client/model-run-client.tgz`.
         *     The name with a version, such as `model-run-client-1.0.0.tgz`, is there as long as the deployment has that version: use it
         *     where a lockfile should notice another one. pip installs the Python client, which has the same version in its name: `pip
         *     install <address>/client/model_run_client-1.0.0-py3-none-any.whl`. A deployment whose packages were not built answers 404.
         */
        get: operations["getClientPackage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/files/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the documentation or the contract in another form
         * @description `openapi.yaml` is the contract in YAML. `postman-collection.json` has a request for every operation, for Postman, Bruno and
         *     others that import its format. `llms-full.txt` has all guides in one text. `docs.html` is the whole documentation as a page
         *     that works offline. `changes.atom` is a feed with an entry for each version of the contract. `redoc.js` and `search.js` are
         *     scripts of the pages. A deployment whose documentation was not built answers 404.
         */
        get: operations["getDocsFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the table of contents for coding agents
         * @description What the documentation has, in the form of `llms.txt`: a line for each guide with the address of its Markdown form, and
         *     the address of the contract. A deployment whose documentation was not built answers 404.
         */
        get: operations["getDocsIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/guides/{guide}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a guide
         * @description A guide of the documentation: `money` is a page for people, and `money.md` the same text in Markdown, with the code of all
         *     languages. `/docs` and `/llms.txt` name them. A deployment whose documentation was not built answers 404.
         */
        get: operations["getGuide"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/reference/{group}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the reference of a group of operations
         * @description A page for people with the operations of a group, their requests, answers and code samples. `/docs` names the groups. A
         *     deployment whose documentation was not built answers 404.
         */
        get: operations["getReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the section of a problem
         * @description Where the `type` of a problem leads: to the section of the documentation that explains its code.
         */
        get: operations["getProblemDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "run-completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A run has completed
         * @description Its answer and its receipt are read by its `id`.
         */
        post: operations["receiveRunCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "run-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A run has failed
         * @description It costs nothing. `errorCode` says why.
         */
        post: operations["receiveRunFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "run-needs-reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The outcome of a run is not known
         * @description It is being looked up. `run.completed` or `run.failed` follows.
         */
        post: operations["receiveRunNeedsReconciliation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credit-low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The wallet is low
         * @description Sent once when less than that amount is left in the wallet, what is held included; and again after more was left.
         *     Noticed within half a minute.
         */
        post: operations["receiveCreditLow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "key-limit-near": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A key is near its limit
         * @description Sent once when a key has spent the share of its limit of a day or of a month that the workspace has set, and again in the next
         *     day or month. Noticed within a minute.
         */
        post: operations["receiveKeyLimitNear"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "runs-failure-rate-high": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Many runs fail
         * @description Sent once when the share of runs that fail has come to the line of the workspace, and again after it was below four fifths of
         *     the line, or after no run was left in the window. Runs that were canceled, or whose key was revoked, are not counted. Noticed
         *     within a minute.
         */
        post: operations["receiveRunsFailureRateHigh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recharge-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Auto-recharge has turned itself off
         * @description Sent when the saved card was declined three times in a row. The wallet is not recharged until somebody turns the auto-recharge
         *     on again, or saves another card, on the wallet page. Noticed within a minute.
         */
        post: operations["receiveRechargeOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "budget-reached": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A budget of a customer has refused a run
         * @description Sent with the first create that a budget refuses, and not with the refusals after it: once in each day or month of the budget,
         *     and once for a budget in total. A budget that was changed is told of again, and a prepaid balance once after each
         *     grant. An end user who was never made a customer and
         *     has had no run gets no message.
         */
        post: operations["receiveBudgetReached"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer-blocked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer is blocked
         * @description From now on, each create for this customer is refused. Sent with the change or the creation that blocked it.
         */
        post: operations["receiveCustomerBlocked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
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
        /**
         * @description More codes may be added: fall back on the status for one that you do not know.
         *
         *     | Status | Code | Meaning |
         *     | - | - | - |
         *     | 400 | `invalid_request` | A parameter, a header or the body is not valid, or asks a model for what it cannot do; `errors` says where |
         *     | 400 | `malformed_json` | The body is not JSON |
         *     | 400 | `idempotency_key_missing` | A creation came without `Idempotency-Key` |
         *     | 400 | `invalid_cursor` | The cursor is not one that the list gave with these filters |
         *     | 401 | `unauthorized` | No key, or one that is malformed, unknown, revoked or expired |
         *     | 402 | `insufficient_credit` | The paying account cannot cover the hold |
         *     | 402 | `spending_limit_reached` | A spending limit of the key does not leave the hold |
         *     | 402 | `end_user_budget_reached` | A budget of the end user, or its prepaid balance, does not leave the hold |
         *     | 402 | `workspace_in_debt` | The workspace owes for returned payments: it creates no runs until that is paid |
         *     | 403 | `insufficient_scope` | The key lacks the permission for the operation |
         *     | 403 | `workspace_suspended` | The operator has suspended the workspace: it creates no runs |
         *     | 403 | `customer_blocked` | The workspace has blocked the end user, who creates no runs |
         *     | 403 | `model_not_allowed` | The key may not name this model |
         *     | 403 | `label_protected` | The label of the prompt is moved by admins in the dashboard |
         *     | 404 | `not_found` | Nothing here that belongs to your workspace |
         *     | 405 | `method_not_allowed` | The path has other methods; see `Allow` |
         *     | 408 | `request_timeout` | The request did not arrive in time |
         *     | 409 | `conflict` | It does not fit what is there: a used request key, a key that is not active or was rotated, an endpoint that is disabled, a deployment without payments |
         *     | 409 | `version_conflict` | `parentVersion` is not the latest version of the prompt |
         *     | 409 | `customer_exists` | The workspace has a customer with this `endUserId` |
         *     | 412 | `precondition_failed` | The label is not where the tag of `If-Match` was read |
         *     | 413 | `payload_too_large` | The body is larger than any acceptable prompt needs |
         *     | 415 | `unsupported_media_type` | The body is not `application/json`, or is encoded in an unknown way |
         *     | 416 | `range_not_satisfiable` | `Range` begins at or after the end of the file; `Content-Range` has its size |
         *     | 422 | `exceeds_own_rights` | The calling key does not have the rights that this needs; `errors` says which |
         *     | 422 | `unknown_model` | The model is not an identifier of the catalog |
         *     | 422 | `max_output_tokens_exceeded` | `maxOutputTokens` is above the limit of the deployment or of the model |
         *     | 422 | `unsupported_parameter` | The model does not take a member of the request; `errors` says which |
         *     | 422 | `unsupported_input` | The model does not take a part of a user message; `errors` says which |
         *     | 422 | `prompt_too_large` | The input is beyond `maxPromptChars` or the model's context |
         *     | 422 | `inconsistent_tool_calls` | Calls and results do not match, or the last message is not one to answer |
         *     | 422 | `unknown_tool` | The tool is not an identifier of the catalog, or its server does not offer it now |
         *     | 422 | `tool_version_changed` | The tool has another definition than `version`, or one that the operator has not approved yet |
         *     | 422 | `invalid_tool_input` | The input breaks the schema of the tool, or is too large; `errors` says where |
         *     | 422 | `unknown_environment` | The environment is not an identifier of the catalog |
         *     | 422 | `resources_exceeded` | The environment does not give so many processors or so much memory |
         *     | 422 | `invalid_path` | A path leaves the working directory, or two files are in each other's place |
         *     | 422 | `timeout_exceeded` | `timeoutSeconds` is above the limit of the deployment or of the tool |
         *     | 422 | `invalid_prompt` | The prompt cannot be saved or labeled like this; `errors` says where |
         *     | 422 | `invalid_variables` | A value is missing, belongs to no variable, or breaks the schema; `errors` says where |
         *     | 422 | `prompt_limit_reached` | The workspace has too many prompts, or a prompt too many versions or labels |
         *     | 422 | `too_many_spans` | The body has more spans than are taken at once |
         *     | 422 | `idempotency_key_reuse` | The key belongs to a run, a version of a prompt, a score, a customer or a payment that was made with another body |
         *     | 422 | `hold_above_maximum` | The hold would be larger than `maxReservedAmount` |
         *     | 422 | `metrics_too_wide` | The query asks for more than can be added up or answered at once |
         *     | 422 | `unknown_run` | Your workspace has no such run |
         *     | 422 | `too_many_scores` | The run, span or session has as many scores as it can have |
         *     | 429 | `rate_limited` | Too many requests of the key, or too many unknown keys of the address; see `Retry-After` |
         *     | 429 | `too_many_pending_runs` | The workspace has too many runs under way |
         *     | 429 | `ingest_quota_exceeded` | The workspace has sent all spans of the day, or all their bytes; see `Retry-After` |
         *     | 429 | `quota_exceeded` | A quota of the workspace is used up; `quota` names it, and `freesAt` says when some of it is free again |
         *     | 431 | `headers_too_large` | The request headers are too large |
         *     | 500 | `internal_error` | A fault of the service |
         *     | 503 | `overloaded` | There is no capacity at the moment; where it is the database that went away, a create may have been saved |
         *     | 503 | `shutting_down` | This process is about to stop; nothing was done |
         * @example invalid_request
         * @example malformed_json
         * @example idempotency_key_missing
         * @example invalid_cursor
         * @example unauthorized
         * @example insufficient_credit
         * @example spending_limit_reached
         * @example end_user_budget_reached
         * @example workspace_in_debt
         * @example insufficient_scope
         * @example workspace_suspended
         * @example customer_blocked
         * @example model_not_allowed
         * @example label_protected
         * @example not_found
         * @example method_not_allowed
         * @example request_timeout
         * @example conflict
         * @example version_conflict
         * @example customer_exists
         * @example precondition_failed
         * @example payload_too_large
         * @example unsupported_media_type
         * @example range_not_satisfiable
         * @example exceeds_own_rights
         * @example unknown_model
         * @example max_output_tokens_exceeded
         * @example unsupported_parameter
         * @example unsupported_input
         * @example prompt_too_large
         * @example inconsistent_tool_calls
         * @example unknown_tool
         * @example tool_version_changed
         * @example invalid_tool_input
         * @example unknown_environment
         * @example resources_exceeded
         * @example invalid_path
         * @example timeout_exceeded
         * @example invalid_prompt
         * @example invalid_variables
         * @example prompt_limit_reached
         * @example too_many_spans
         * @example idempotency_key_reuse
         * @example hold_above_maximum
         * @example metrics_too_wide
         * @example unknown_run
         * @example too_many_scores
         * @example rate_limited
         * @example too_many_pending_runs
         * @example ingest_quota_exceeded
         * @example quota_exceeded
         * @example headers_too_large
         * @example internal_error
         * @example overloaded
         * @example shutting_down
         */
        ProblemCode: "invalid_request" | "malformed_json" | "idempotency_key_missing" | "invalid_cursor" | "unauthorized" | "insufficient_credit" | "spending_limit_reached" | "end_user_budget_reached" | "workspace_in_debt" | "insufficient_scope" | "workspace_suspended" | "customer_blocked" | "model_not_allowed" | "label_protected" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "version_conflict" | "customer_exists" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "exceeds_own_rights" | "unknown_model" | "max_output_tokens_exceeded" | "unsupported_parameter" | "unsupported_input" | "prompt_too_large" | "inconsistent_tool_calls" | "unknown_tool" | "tool_version_changed" | "invalid_tool_input" | "unknown_environment" | "resources_exceeded" | "invalid_path" | "timeout_exceeded" | "invalid_prompt" | "invalid_variables" | "prompt_limit_reached" | "too_many_spans" | "idempotency_key_reuse" | "hold_above_maximum" | "metrics_too_wide" | "unknown_run" | "too_many_scores" | "rate_limited" | "too_many_pending_runs" | "ingest_quota_exceeded" | "quota_exceeded" | "headers_too_large" | "internal_error" | "overloaded" | "shutting_down" | Unlisted;
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
         * @description The period of the calendar, in UTC, that a spending limit of a key is for. More may be added. Of a problem: with
         *     `spending_limit_reached`; with `end_user_budget_reached` the period of the budget, which is `total` for one without an end,
         *     or `balance` for the prepaid balance of the end user.
         * @example day
         * @example month
         * @example total
         * @example balance
         */
        LimitPeriod: "day" | "month" | "total" | "balance" | Unlisted;
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
             * @example http://localhost:8080/problems/insufficient_credit
             */
            type: string;
            /**
             * @description What this kind of problem is, the same for every problem with this code.
             * @example The credit does not cover the hold
             */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             * @example 402
             */
            status: number;
            /**
             * @description What is wrong with this request in particular.
             * @example The run needs a hold of 0.0418 USD, and the wallet has 0.0125 USD available.
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
             * Format: int64
             * @description The hold that the run needs. With `insufficient_credit`, `spending_limit_reached`, `end_user_budget_reached` and
             *     `hold_above_maximum`.
             * @example 41800000
             */
            requiredAmount?: number;
            /**
             * Format: int64
             * @description What the paying account can still hold. With `insufficient_credit`. What is left of the limit, the budget or the prepaid
             *     balance, with `spending_limit_reached` and `end_user_budget_reached`.
             * @example 12500000
             */
            availableAmount?: number;
            /**
             * @description The account that would have paid. With `insufficient_credit`.
             * @enum {string}
             */
            account?: "wallet" | "key_credit";
            period?: components["schemas"]["LimitPeriod"];
            /**
             * Format: int64
             * @description The limit or the budget that does not leave the hold. For a prepaid balance, what was granted without what expired, and
             *     what runs held that were pending when it began. With `spending_limit_reached` and `end_user_budget_reached`.
             * @example 5000000000
             */
            limitAmount?: number;
            /**
             * Format: int64
             * @description What the runs of the period were charged. With `spending_limit_reached` and `end_user_budget_reached`.
             * @example 4983115200
             */
            spentAmount?: number;
            /**
             * Format: int64
             * @description What the pending runs of the period hold. With `spending_limit_reached` and `end_user_budget_reached`.
             * @example 4384800
             */
            heldAmount?: number;
            /**
             * Format: date-time
             * @description When the period ends, and the limit starts over. With `spending_limit_reached` and `end_user_budget_reached`, and
             *     absent for a budget in total and a balance. A run that ends before gives back what it did not cost.
             * @example 2025-07-02T00:00:00.000Z
             */
            resetsAt?: string;
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
            /**
             * @description The key that the request key has made. With the `conflict` of creating a key.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            keyId?: string;
            /**
             * @description The webhook endpoint that the request key has made. With the `conflict` of creating an endpoint.
             * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
             */
            endpointId?: string;
            /**
             * Format: int32
             * @description The highest `maxOutputTokens` that the credit covers for this same conversation. With
             *     `insufficient_credit`, and absent if the credit covers none.
             * @example 1180
             */
            affordableMaxOutputTokens?: number;
            /**
             * Format: int64
             * @description The bound that the request gave. With `hold_above_maximum`.
             * @example 20000000
             */
            maxReservedAmount?: number;
            /**
             * Format: int32
             * @description The highest `maxOutputTokens` that this deployment takes for this model. With `max_output_tokens_exceeded`.
             * @example 32000
             */
            maxOutputTokens?: number;
            /**
             * Format: int32
             * @description The highest `timeoutSeconds` that this deployment takes for this tool. With `timeout_exceeded`.
             * @example 60
             */
            maxTimeoutSeconds?: number;
            /**
             * Format: int32
             * @description The latest version of the prompt, 0 if it has none. With `version_conflict`.
             * @example 7
             */
            latestVersion?: number;
            /**
             * Format: int64
             * @description The size of the input, as an estimate has it. With `prompt_too_large`.
             * @example 1204418
             */
            promptChars?: number;
            /**
             * Format: int64
             * @description The limit of the deployment. With `prompt_too_large` where the input is beyond it.
             * @example 1000000
             */
            maxPromptChars?: number;
            /**
             * Format: int64
             * @description The context of the model in tokens. With `prompt_too_large` where the input can't fit into it.
             * @example 8192
             */
            contextLength?: number;
            /**
             * Format: int64
             * @description The least number of tokens that the messages can have; the model may count more. Together with
             *     `contextLength`, which it is above.
             * @example 12050
             */
            minPromptTokens?: number;
            quota?: components["schemas"]["QuotaName"];
            /**
             * Format: int64
             * @description The most that the quota allows. With `quota_exceeded` and `ingest_quota_exceeded`.
             * @example 10737418240
             */
            limit?: number;
            /**
             * Format: int64
             * @description How much of it is used. With `quota_exceeded` and `ingest_quota_exceeded`.
             * @example 10803478528
             */
            used?: number;
            /**
             * Format: int64
             * @description How much more the request would use, if the quota counts that exactly. With `quota_exceeded`.
             * @example 1000
             */
            requested?: number;
            /**
             * Format: date-time
             * @description When some of the quota becomes free by itself. With `quota_exceeded` and `ingest_quota_exceeded`, and absent if
             *     it is free as soon as jobs end, or where nothing expires.
             * @example 2025-07-02T00:00:00.000Z
             */
            freesAt?: string;
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
        /** @description Who would pay for the run. */
        Payer: {
            /**
             * @description The workspace's wallet, or the key's own credit.
             * @enum {string}
             */
            account: "wallet" | "key_credit";
        };
        /** @description What creating this run now would hold. It binds nobody. */
        ModelRunEstimate: {
            /**
             * @description The identifier of the model.
             * @example sandbox/echo
             */
            model: string;
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
             * @description The hold that creation would take, and the most that the run could cost.
             * @example 670320
             */
            reservedAmount: number;
            /**
             * Format: int32
             * @description The fee that the hold includes, in hundredths of a percent of the cost.
             * @example 500
             */
            feeBasisPoints: number;
            /**
             * @description Whether the paying account covers that hold at the moment, and every spending limit of the key leaves it.
             * @example true
             */
            covered: boolean;
            payer: components["schemas"]["Payer"];
            /**
             * Format: int64
             * @description The size of the input, counted as `maxPromptChars` counts it.
             * @example 60
             */
            promptChars: number;
            /**
             * @description Names the price list that was used; the same as in the catalog.
             * @example 5f1c9e0b7a24
             */
            priceVersion: string;
        };
        /** @description One run to create, with its request key. */
        BatchedRequest: {
            /**
             * @description The request key, in its bare form. It is the key that `Idempotency-Key` would have.
             * @example invoice-2025-0042-summary
             */
            idempotencyKey: string;
            request: components["schemas"]["CreateModelRun"];
        };
        /** @description The runs to create. The bounds of a body, in bytes and in values, hold for all of them together. */
        CreateModelRunBatch: {
            /** @description One for each run. */
            requests: components["schemas"]["BatchedRequest"][];
        };
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
        /** @description What creating this run alone would have been answered with. Either `run` or `problem` is there. */
        BatchedResult: {
            /**
             * @description The request key of the request.
             * @example invoice-2025-0042-summary
             */
            idempotencyKey: string;
            /**
             * Format: int32
             * @description The status of `createModelRun`, such as 200, 202 or 402.
             * @example 202
             */
            status: number;
            /**
             * @description Whether the run was there already. Only beside `run`.
             * @example false
             */
            replayed?: boolean;
            run?: components["schemas"]["ModelRun"];
            problem?: components["schemas"]["Problem"];
            /**
             * Format: int32
             * @description What `Retry-After` would be, if a refusal has one.
             * @example 1
             */
            retryAfterSeconds?: number;
        };
        /** @description The result of each request of a batch. */
        ModelRunBatch: {
            /** @description In the order of the requests. */
            results: components["schemas"]["BatchedResult"][];
        };
        /** @description A page of the workspace's runs, newest first. */
        ModelRunList: {
            /** @description The runs of this page. It may be short, or empty, while there are more. */
            data: components["schemas"]["ModelRunSummary"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example Abyd3hbc031G-p2GUmQ5hadydW5fMDFrMGEyejZxM2YxcHRqOG01YjdjOXk0bmE
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description What this deployment allows and charges for tool runs. */
        ToolRunLimits: {
            /**
             * Format: int64
             * @description The most bytes that `input` may have as JSON.
             * @example 262144
             */
            maxInputBytes: number;
            /**
             * Format: int64
             * @description The most bytes that an answer may have. Of a larger one nothing is kept, and the run fails with `answer_unusable`.
             * @example 8388608
             */
            maxOutputBytes: number;
            /**
             * Format: int64
             * @description The most JSON values that an answer may have: objects, arrays, texts, numbers, and the others. Beyond it, the run
             *     fails with `answer_unusable`.
             * @example 1000000
             */
            maxOutputValues: number;
            /**
             * Format: int32
             * @description The most levels of objects and arrays that an answer may have, with those of the message of an MCP server. Beyond
             *     it, the run fails with `answer_unusable`.
             * @example 128
             */
            maxOutputDepth: number;
            /**
             * Format: int32
             * @description The most parts that `content` of an answer may have. Beyond it, the run fails with `answer_unusable`.
             * @example 10000
             */
            maxOutputParts: number;
            /**
             * Format: int32
             * @description The highest `timeoutSeconds` of a run. A tool may have a lower one.
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
        /** @description The run that requested this one, and by which of its tool calls. It is returned with the run, and lists can be filtered by it. */
        ParentInput: {
            /**
             * @description The `id` of that run. Whether there is such a run is not looked at.
             * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            runId: string;
            /**
             * @description The `id` of the call in the message of that run.
             * @example call_7d1f
             */
            toolCallId?: string | null;
        } | null;
        /**
         * @description The run to create, or to estimate. An optional member that is null means the same as one that is absent. The input is
         *     checked against the schema of the tool before anything is held. A member that an object has twice is refused, and so
         *     are the NUL character and half a surrogate pair in any text or name, a number beyond a double, more than 64 levels,
         *     and more than 50,000 values and members.
         */
        CreateToolRun: {
            /**
             * @description The exact identifier of a tool of the catalog.
             * @example sandbox/echo
             */
            tool: string;
            /**
             * @description The arguments of the call, as `inputSchema` of the tool has them. Passed on as it is. At most `maxInputBytes` as
             *     JSON.
             * @example {
             *       "text": "Hello"
             *     }
             */
            input: {
                [key: string]: unknown;
            };
            /**
             * @description Refuse the run with `tool_version_changed` unless the tool has this version. Left out, the run takes the version
             *     of the catalog, and says which one that was.
             * @example 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
             */
            version?: string | null;
            /**
             * Format: int32
             * @description The most time that the call may take, from when it is sent. Then its server is asked to stop, and the run fails with
             *     `timed_out`. Without it, the maximum of the tool applies. If the tool is priced by the second, the hold covers all of it.
             * @example 30
             */
            timeoutSeconds?: number | null;
            /**
             * Format: int64
             * @description Refuse the run if its hold would be larger than this.
             * @example 20000000
             */
            maxReservedAmount?: number | null;
            /**
             * Format: int32
             * @description Fail the run with `run_expired`, free of charge, if it is not sent within so many seconds. The run says when in
             *     `expiresAt`. The deployment has a limit of its own, and the shorter one holds.
             * @example 30
             */
            expiresAfterSeconds?: number | null;
            parent?: components["schemas"]["ParentInput"];
            attribution?: components["schemas"]["AttributionInput"];
            metadata?: components["schemas"]["MetadataInput"];
        };
        /** @description What creating this run now would hold. It binds nobody. */
        ToolRunEstimate: {
            /**
             * @description The identifier of the tool.
             * @example sandbox/echo
             */
            tool: string;
            /**
             * @description The version of the tool that a run would be created with.
             * @example 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
             */
            toolVersion: string;
            /**
             * Format: int32
             * @description The most time that the call may take.
             * @example 60
             */
            timeoutSeconds: number;
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
             * @description The hold that creation would take, and the most that the run could cost.
             * @example 670320
             */
            reservedAmount: number;
            /**
             * Format: int32
             * @description The fee that the hold includes, in hundredths of a percent of the cost.
             * @example 500
             */
            feeBasisPoints: number;
            /**
             * @description Whether the paying account covers that hold at the moment, and every spending limit of the key leaves it.
             * @example true
             */
            covered: boolean;
            payer: components["schemas"]["Payer"];
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
        /** @description A page of the workspace's tool runs, newest first. */
        ToolRunList: {
            /** @description The runs of this page. It may be short, or empty, while there are more. */
            data: components["schemas"]["ToolRunSummary"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AeL2Y7HewVE6CpRSwNYzOQ10cnVuXzAxazBhMno2cTNmMXB0ajhtNWI3Yzl5NG5h
             * @example null
             */
            nextCursor: string | null;
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
        /** @description A file, with `content` or `contentBase64`; one without both is empty. */
        ComputeFileInput: {
            /**
             * @description Relative to the working directory, with forward slashes and without `..`. It has at most 64 names between them,
             *     of at most 255 bytes each.
             * @example data/input.csv
             */
            path: string;
            /**
             * @description The content as text.
             * @example a,b
             */
            content?: string | null;
            /**
             * @description The content as Base64.
             * @example YSxi
             */
            contentBase64?: string | null;
        };
        /** @description What the code may use; it is charged whether it is used or not. */
        ComputeResourcesInput: {
            /**
             * Format: int32
             * @description Thousandths of a processor. Left out, 1000, or what the environment has where that is less.
             * @example 1000
             */
            cpuMillis?: number | null;
            /**
             * Format: int32
             * @description Memory in mebibytes. Left out, 128, or what the environment has where that is less.
             * @example 128
             */
            memoryMb?: number | null;
        } | null;
        /**
         * @description The job to create, or to estimate. An optional member that is null means the same as one that is absent. `source` or
         *     `command` is there, as `kind` of the environment says. Source, command, input and files together have at most
         *     `maxInputBytes`. A member that an object has twice is refused, and so are the NUL character and half a surrogate pair
         *     in any text or name, a number beyond a double, more than 64 levels, and more than 50,000 values and members.
         */
        CreateComputeJob: {
            /**
             * @description The identifier of an environment of the catalog.
             * @example javascript
             */
            environment: string;
            /**
             * Format: int32
             * @description The most time in which the code may run, from its own start. Then it is ended, and what it took is charged. The hold
             *     covers all of it. Time in which its machine keeps it waiting for a processor does not count, if the engine
             *     measures that; this adds at most 60 seconds. Code that used all the processor time that its processors have in
             *     `timeoutSeconds` is ended as well.
             * @example 60
             */
            timeoutSeconds: number;
            /**
             * @description The program, for an environment of the kind `source`.
             * @example console.log('Hello')
             */
            source?: string | null;
            /**
             * @description The program and its arguments, for an environment of the kind `command`.
             * @example [
             *       "python3",
             *       "main.py"
             *     ]
             */
            command?: string[] | null;
            /**
             * @description What the code reads from its standard input.
             * @example 3 4
             */
            stdin?: string | null;
            /** @description Files in the working directory of the code, in at most 1000 folders. */
            files?: components["schemas"]["ComputeFileInput"][] | null;
            /**
             * @description Variables of the environment of the code.
             * @example {
             *       "LANG": "en"
             *     }
             */
            env?: {
                [key: string]: string;
            } | null;
            /**
             * @description Paths of files to keep as artifacts when the code has ended, written as that of a file. One that is not there then, is no file, or does not
             *     fit into `maxArtifactBytes` any more is left out.
             * @example [
             *       "result.json"
             *     ]
             */
            outputs?: string[] | null;
            resources?: components["schemas"]["ComputeResourcesInput"];
            /**
             * Format: int64
             * @description Refuse the run if its hold would be larger than this.
             * @example 20000000
             */
            maxReservedAmount?: number | null;
            /**
             * Format: int32
             * @description Fail the run with `run_expired`, free of charge, if it is not sent within so many seconds. The run says when in
             *     `expiresAt`. The deployment has a limit of its own, and the shorter one holds.
             * @example 30
             */
            expiresAfterSeconds?: number | null;
            parent?: components["schemas"]["ParentInput"];
            attribution?: components["schemas"]["AttributionInput"];
            metadata?: components["schemas"]["MetadataInput"];
        };
        /** @description What the code may use. */
        ComputeResources: {
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
        };
        /** @description What creating this run now would hold. It binds nobody. */
        ComputeJobEstimate: {
            /**
             * @description The environment.
             * @example javascript
             */
            environment: string;
            resources: components["schemas"]["ComputeResources"];
            /**
             * Format: int32
             * @description The most time that the code may take.
             * @example 60
             */
            timeoutSeconds: number;
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
             * @description The hold that creation would take, and the most that the run could cost.
             * @example 670320
             */
            reservedAmount: number;
            /**
             * Format: int32
             * @description The fee that the hold includes, in hundredths of a percent of the cost.
             * @example 500
             */
            feeBasisPoints: number;
            /**
             * @description Whether the paying account covers that hold at the moment, and every spending limit of the key leaves it.
             * @example true
             */
            covered: boolean;
            payer: components["schemas"]["Payer"];
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
        /** @description A page of the workspace's compute jobs, newest first. */
        ComputeJobList: {
            /** @description The jobs of this page. It may be short, or empty, while there are more. */
            data: components["schemas"]["ComputeJob"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AeL2Y7HewVE6CpRSwNYzOQ10cnVuXzAxazBhMno2cTNmMXB0ajhtNWI3Yzl5NG5h
             * @example null
             */
            nextCursor: string | null;
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
        /** @description The catalog of environments. A listing does not promise capacity. */
        ComputeEnvironmentList: {
            /** @description The environments, by identifier. */
            data: components["schemas"]["ComputeEnvironment"][];
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
        /** @description A page of the catalog of tools. A listing does not promise capacity. */
        ToolList: {
            /** @description The tools of this page, by identifier. */
            data: components["schemas"]["CatalogTool"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example Ac7NF5ojWo8VlZd4GgutMEVzYW5kYm94L2VjaG8
             * @example null
             */
            nextCursor: string | null;
        };
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
        /** @description A page of the workspace's prompts, by name. */
        PromptList: {
            /** @description The prompts of this page. */
            data: components["schemas"]["Prompt"][];
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
        /** @description A page of the versions of a prompt, newest first. */
        PromptVersionList: {
            /** @description The versions of this page. */
            data: components["schemas"]["PromptVersionSummary"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AUx2q0ZpHcXr8VdTnKf3LzY
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description Where the label goes. */
        UpdatePromptLabel: {
            /**
             * Format: int32
             * @description A version of the prompt.
             * @example 7
             */
            version: number;
        };
        /** @description Which version to render, by its number or a label, and the values of its variables. */
        RenderPrompt: {
            /**
             * Format: int32
             * @description The version. Not together with `label`.
             * @example 7
             */
            version?: number | null;
            /**
             * @description The label that is on the version, or `latest`. Left out together with `version`, it is `production`.
             * @example production
             */
            label?: string | null;
            /**
             * @description The values by the names of the variables. A text is put in as it is, anything else as JSON. Null is no value.
             * @example {
             *       "audience": "the accountant",
             *       "number": 42
             *     }
             */
            variables?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description One message of a model run. */
        RenderedMessage: {
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
        /** @description Links a model run to this version. Send it as `attribution` of the run. */
        PromptAttribution: {
            /**
             * @description The name of the prompt.
             * @example invoice-summary
             */
            promptId: string;
            /**
             * @description The number of the version.
             * @example 7
             */
            promptVersion: string;
        };
        /** @description A version whose variables are replaced by values. */
        RenderedPrompt: {
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
            /** @description The messages, as `messages` of a model run takes them. */
            messages: components["schemas"]["RenderedMessage"][];
            attribution: components["schemas"]["PromptAttribution"];
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
             * @description The SHA-256 of what the version says, in the canonical form of RFC 8785: its text or messages, configuration, schema and
             *     the versions that it refers to. Versions that say the same have the same.
             * @example 8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4
             */
            contentHash: string;
            /**
             * @description The versions of other prompts that it is made of, directly or by others, by name. They were settled when it was
             *     saved, so that it says the same for ever.
             */
            references: components["schemas"]["PromptReference"][];
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
        /** @description A page of the catalog. A listing does not promise capacity. */
        ModelList: {
            /** @description The models of this page, by identifier. */
            data: components["schemas"]["Model"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example Ac7NF5ojWo8VlZd4GgutMEVzYW5kYm94L2VjaG8
             * @example null
             */
            nextCursor: string | null;
        };
        /** @description What this deployment takes and keeps of spans. */
        ObservabilityLimits: {
            /**
             * Format: int64
             * @description The most bytes that a body of spans may have, compressed or not.
             * @example 4194304
             */
            maxBodyBytes: number;
            /**
             * Format: int32
             * @description The most spans that a body may have.
             * @example 10000
             */
            maxSpansPerRequest: number;
            /**
             * Format: int32
             * @description The attributes that are kept of a span. `truncated` says whether some were left out.
             * @example 128
             */
            maxAttributesPerSpan: number;
            /**
             * Format: int32
             * @description The characters that are kept of the value of an attribute. `truncated` says whether some were left out.
             * @example 16384
             */
            maxAttributeChars: number;
            /**
             * Format: int32
             * @description The events that are kept of a span. `truncated` says whether some were left out.
             * @example 32
             */
            maxEventsPerSpan: number;
            /**
             * Format: int32
             * @description The days that a span may have started ago when it comes.
             * @example 7
             */
            maxAgeDays: number;
            /**
             * Format: int64
             * @description The spans that the workspace may send in a day of UTC.
             * @example 1000000
             */
            maxSpansPerDay: number;
            /**
             * Format: int32
             * @description The days that spans which programs sent are kept. Spans of runs are kept as long as the runs.
             * @example 30
             */
            retentionDays: number;
            /**
             * Format: int32
             * @description The most spans that reading a trace gives. `GET /spans?traceId=` gives all of them in pages.
             * @example 1000
             */
            maxTraceSpans: number;
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
        /** @description A page of spans, newest first. */
        SpanList: {
            /** @description The spans of this page. It may be short, or empty, while there are more. */
            data: components["schemas"]["SpanSummary"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AeL2Y7HewVE6CpRSwNYzOQ10cnVuXzAxazBhMno2cTNmMXB0ajhtNWI3Yzl5NG5h
             * @example null
             */
            nextCursor: string | null;
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
        /** @description An end user, and what the spans add up to. */
        EndUser: components["schemas"]["SpanSpread"] & {
            /**
             * @description The end user, as attribution or spans name them.
             * @example customer-118
             */
            endUserId: string;
        };
        /** @description A page of end users, the one with the newest span first. */
        EndUserList: {
            /** @description The end users of this page. It may be short, or empty, while there are more. */
            data: components["schemas"]["EndUser"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example AeL2Y7HewVE6CpRSwNYzOQ10cnVuXzAxazBhMno2cTNmMXB0ajhtNWI3Yzl5NG5h
             * @example null
             */
            nextCursor: string | null;
        };
        /**
         * @description An `ExportTraceServiceRequest` as OTLP/JSON: `resourceSpans`, with `scopeSpans`, with `spans`. Trace ids and span ids are
         *     hexadecimal, 64-bit integers are strings, enumerations are numbers.
         */
        OtlpTraces: {
            [key: string]: unknown;
        };
        /** @description What was not taken of the request. Absent if all was. */
        OtlpPartialSuccess: {
            /**
             * @description The number of spans that were not taken. They will not be taken when they come again.
             * @example 1
             */
            rejectedSpans?: string;
            /**
             * @description Why, for people.
             * @example 1 span: traceId must be 32 hexadecimal digits, not all zero.
             */
            errorMessage?: string;
        };
        /** @description An `ExportTraceServiceResponse` as OTLP/JSON. */
        OtlpTracesSaved: {
            partialSuccess?: components["schemas"]["OtlpPartialSuccess"];
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
        /** @description An end user of the workspace, as lists have it. */
        CustomerSummary: {
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
        };
        /** @description A page of customers, newest first. A page may be short, or empty, and still have a cursor. */
        CustomerList: {
            /** @description The customers of this page. */
            data: components["schemas"]["CustomerSummary"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example Ac7NF5ojWo8VlZd4GgutMEVzYW5kYm94L2VjaG8
             * @example null
             */
            nextCursor: string | null;
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
        /** @description An account that pays for runs of the key. */
        AccountBalance: {
            /**
             * @description The workspace's wallet, or the key's own credit.
             * @enum {string}
             */
            account: "wallet" | "key_credit";
            /**
             * Format: int64
             * @description What it can still hold.
             * @example 18750000000
             */
            availableAmount: number;
            /**
             * Format: int64
             * @description What it holds for pending runs. For the wallet, these are the runs of all keys that spend from it.
             * @example 4384800
             */
            heldAmount: number;
        };
        /**
         * @description What the key may spend in a period of the calendar, in UTC. A run counts in the period in which it was created: with
         *     its hold while it is pending, and with its charge once it has ended. A key that was rotated and the key in its place
         *     share their limits and what is used of them.
         */
        SpendingLimit: {
            period: components["schemas"]["LimitPeriod"];
            /**
             * @description The key that created this one, if it is a limit of that key: what that key and all keys that it created spend
             *     counts together.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            ofKeyId?: string;
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
        /** @description The requests of the key, in all processes of the service together, as in `RateLimit`. */
        RequestRate: {
            /**
             * Format: int32
             * @description The most requests in a window.
             * @example 120
             */
            limit: number;
            /**
             * Format: int32
             * @description How many are left of this window.
             * @example 119
             */
            remaining: number;
            /**
             * Format: int32
             * @description How long a window is.
             * @example 60
             */
            windowSeconds: number;
            /**
             * Format: date-time
             * @description When this window ends.
             * @example 2025-07-01T09:31:00.000Z
             */
            resetsAt: string;
        };
        /** @description The runs of the workspace that have not ended. Each that ends makes room for another one. */
        PendingRuns: {
            /**
             * Format: int32
             * @description The most that there may be at once.
             * @example 1000
             */
            limit: number;
            /**
             * Format: int32
             * @description How many there are.
             * @example 3
             */
            count: number;
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
        /** @description What a key can spend at the moment, and the limits that apply to it. */
        Account: {
            /**
             * @description The key that asks.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            keyId: string;
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
             * @description What the key can spend: what its `accounts` have available together, or what a spending limit leaves where that is
             *     less. The hold of one run comes out of one account, so it has to fit into one of them, and into every limit.
             * @example 5000000000
             */
            spendableAmount: number;
            /**
             * @description The accounts that pay, in the order in which they are asked: the key's own credit before the wallet where it has
             *     both, else one of them.
             */
            accounts: components["schemas"]["AccountBalance"][];
            /** @description The spending limits of the key; empty if it has none. */
            spendingLimits: components["schemas"]["SpendingLimit"][];
            requestRate: components["schemas"]["RequestRate"];
            pendingRuns: components["schemas"]["PendingRuns"];
            /** @description The quotas of the workspace, which all of its keys share, each with how much of it is used. */
            quotas: components["schemas"]["Quota"][];
            storagePricePerGbDay?: components["schemas"]["StoragePrice"];
            /**
             * Format: date-time
             * @description When the key stops working. Absent if it does not expire.
             * @example 2099-12-31T00:00:00.000Z
             */
            expiresAt?: string;
            /**
             * @description The models that the key may name: exact identifiers, and prefixes that end in `/*`. Absent if it may name every
             *     model of the catalog.
             * @example [
             *       "sandbox/echo",
             *       "openai/*"
             *     ]
             */
            models?: string[];
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
        /**
         * @description A permission that can be selected.
         * @enum {string}
         */
        ScopeInput: "models:read" | "models:run" | "tools:read" | "tools:run" | "compute:read" | "compute:run" | "observability:read" | "observability:run" | "prompts:read" | "prompts:run" | "keys:read" | "keys:write" | "customers:read" | "customers:write" | "webhooks:read" | "webhooks:write" | "billing:read" | "billing:write" | "exports:read" | "exports:write";
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
        /** @description A page of grants, newest first. */
        GrantList: {
            /** @description The grants of this page. */
            data: components["schemas"]["Grant"][];
            /**
             * @description Give it as `cursor` to read on; null at the end.
             * @example ARMU-XLIDtJzgmamsiNYpS85MDQwNg
             * @example null
             */
            nextCursor: string | null;
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
        /** @description A JSON object in each line, encoded in UTF-8. A member that has no value is absent. */
        ExportLines: string;
        /** @description A table as CSV, encoded in UTF-8, which a byte order mark says to spreadsheets. */
        ExportTable: string;
        /** @description A table as Apache Parquet, in row groups of at most 10,000 rows, compressed with Snappy. */
        ExportParquet: string;
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
        /** @description Only runs that have one of the values. */
        MetricsFilter: {
            /**
             * @description One of the dimensions, whether rows are grouped by it or not.
             * @example kind
             */
            dimension: string;
            /**
             * @description The values, any of which a run has to have.
             * @example [
             *       "model_run"
             *     ]
             */
            values: string[];
        };
        /** @description Which figures of which runs. */
        MetricsQuery: {
            /**
             * @description What each row has.
             *
             *     | Measure | Meaning |
             *     | - | - |
             *     | `charged` | What the runs cost, fees included, in the unit of the answer |
             *     | `count` | How many runs were created |
             *     | `tokens` | What models counted, as far as it was reported |
             *     | `latency` | How long completed runs took from their creation to their end, as percentiles |
             *     | `errorRate` | Which part of the runs that have ended failed |
             *     | `reportedCost` | What the spans that programs sent say that the work cost. Nothing of it was charged here |
             *     | `reportedTokens` | What these spans say of tokens |
             *
             *     The last two are sums over spans by when they started, over 7 days and 250,000 spans at most, and more where the
             *     deployment has a store for more, and by `model`, `tool`, `sessionId` and `endUserId` only. They are never part of the figures of runs. Of each figure, a span counts only if no span
             *     below it reports that figure, among the spans that the query takes: a parent that repeats the sum of its children is
             *     not counted again.
             * @example [
             *       "charged",
             *       "latency"
             *     ]
             */
            measures: ("charged" | "count" | "tokens" | "latency" | "errorRate" | "reportedCost" | "reportedTokens")[];
            /**
             * @description What rows are grouped by: `kind`, `model`, `tool`, `environment`, `keyId`, `state`, `errorCode`, `promptId`,
             *     `promptVersion`, `endUserId`, `sessionId`, and `metadata.` with the name of a label.
             * @example [
             *       "model"
             *     ]
             */
            dimensions?: string[] | null;
            /** @description Only runs that pass all of them. */
            filters?: components["schemas"]["MetricsFilter"][] | null;
            /**
             * Format: date-time
             * @description The beginning of the span.
             * @example 2025-07-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the span, which is not part of it.
             * @example 2025-07-04T00:00:00.000Z
             */
            to: string;
            /**
             * @description The length of a point in time. Without it, the whole span is one point.
             * @example day
             * @enum {string|null}
             */
            interval?: "hour" | "day" | null;
        };
        /**
         * @description What the runs of the row have in common: the dimensions that were asked for. A dimension is absent if the runs have no
         *     such value, as a tool run has no model.
         */
        MetricsGroup: {
            /**
             * @description What was bought. More kinds may be added.
             * @example model_run
             * @example tool_run
             * @example compute_job
             */
            kind?: "model_run" | "tool_run" | "compute_job" | Unlisted;
            /**
             * @description The model, for model runs.
             * @example sandbox/echo
             */
            model?: string;
            /**
             * @description The tool, for tool runs.
             * @example sandbox/echo
             */
            tool?: string;
            /**
             * @description The environment, for compute jobs.
             * @example javascript
             */
            environment?: string;
            /**
             * @description The API key that created the runs.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            keyId?: string;
            /**
             * @description The state, as in runs.
             * @example completed
             */
            state?: string;
            /**
             * @description The code of the error, for failed runs.
             * @example provider_unavailable
             */
            errorCode?: string;
            /**
             * @description The prompt that the runs are attributed to.
             * @example invoice-summary
             */
            promptId?: string;
            /**
             * @description The version of the prompt.
             * @example 7
             */
            promptVersion?: string;
            /**
             * @description The end user.
             * @example customer-118
             */
            endUserId?: string;
            /**
             * @description The session.
             * @example chat-7731
             */
            sessionId?: string;
            /**
             * @description The labels that were asked for, by their names without `metadata.` before them.
             * @example {
             *       "team": "billing"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description What was counted. A count that nobody reported is absent; one that only some reported is the sum of theirs. */
        MetricsTokens: {
            /**
             * Format: int64
             * @description Tokens of the input, with those that were read from a cache.
             * @example 2016
             */
            inputTokens?: number;
            /**
             * Format: int64
             * @description Tokens that were generated, with those of reasoning.
             * @example 714
             */
            outputTokens?: number;
            /**
             * Format: int64
             * @description Those of the input that were read from a cache.
             * @example 512
             */
            cachedInputTokens?: number;
            /**
             * Format: int64
             * @description Those of the output that were spent on reasoning.
             * @example 120
             */
            reasoningTokens?: number;
        };
        /**
         * @description How long completed runs took from their creation to their end, in milliseconds: half, 95 and 99 of 100 took no longer.
         *     Durations are counted in classes, each 3 % wider than the one before: a figure is within 1.5 % of the exact one, and
         *     within 1 ms below 33 ms. Absent if none is completed.
         */
        MetricsLatency: {
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
        /** @description The figures of one group at one point in time. Only the measures that were asked for, and only if they are known. */
        MetricsRow: {
            /**
             * Format: date-time
             * @description The beginning of the hour or day. Absent without `interval`.
             * @example 2025-07-01T00:00:00.000Z
             */
            start?: string;
            group: components["schemas"]["MetricsGroup"];
            /**
             * Format: int64
             * @description What the runs cost, fees included.
             * @example 5115600
             */
            charged?: number;
            /**
             * Format: int64
             * @description How many runs were created.
             * @example 42
             */
            count?: number;
            tokens?: components["schemas"]["MetricsTokens"];
            latency?: components["schemas"]["MetricsLatency"];
            /**
             * @description Which part of the runs that have ended failed, rounded to six digits. Absent if none has ended.
             * @example 0.023256
             */
            errorRate?: number;
            /**
             * @description What programs reported as the cost of their spans, in total, in US dollars unless the programs mean another currency. Only if one did.
             * @example 0.0021
             */
            reportedCost?: string;
            reportedTokens?: components["schemas"]["MetricsTokens"];
        };
        /** @description The figures that were asked for. */
        Metrics: {
            /**
             * Format: date-time
             * @description The beginning of the span, widened to a whole hour or day.
             * @example 2025-07-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the span, widened likewise.
             * @example 2025-07-04T00:00:00.000Z
             */
            to: string;
            /**
             * @description ISO 4217 code of the currency of `charged`.
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
             * @description By time, and those of one time by cost. A group without runs is left out; without dimensions and interval there is
             *     always one row.
             */
            data: components["schemas"]["MetricsRow"][];
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
        /** @description A page of scores, newest first. A page may be short, or empty, and still have a cursor. */
        ScoreList: {
            /** @description The scores of this page. */
            data: components["schemas"]["Score"][];
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
        /** @description How good one thing was. It names exactly one of `runId`, `span` and `sessionId`. */
        CreateScore: {
            /**
             * @description What is judged, the same for all scores that you want to compare.
             * @example helpfulness
             */
            name: string;
            value: components["schemas"]["ScoreValueInput"];
            /**
             * @description Who judged, a person or a program.
             * @example automatic
             * @enum {string}
             */
            source: "human" | "automatic";
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
        /** @description The process answers. */
        Liveness: {
            /**
             * @description Always `ok`.
             * @constant
             */
            status: "ok";
        };
        /** @description The process takes requests. */
        Readiness: {
            /**
             * @description Always `ready`; a process that is not answers 503.
             * @constant
             */
            status: "ready";
            /**
             * @description `refused` while no run is started, because the database may lack what had been saved. What is there is read as usual, and after a time no more runs are created.
             * @example refused
             */
            claims?: "refused" | Unlisted;
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
        /**
         * Format: binary
         * @description A package of npm, as a tar file that is compressed with gzip.
         */
        ClientPackage: string;
        /**
         * Format: binary
         * @description A wheel of Python, which is a zip file.
         */
        ClientWheel: string;
        /** @description A text in UTF-8. */
        DocsFile: string;
        /** @description Requests in folders, in version 2.1 of Postman's format of collections. */
        RequestCollection: {
            /**
             * @description The name of the collection and the schema of its format.
             * @example {
             *       "name": "Model Run API",
             *       "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
             *     }
             */
            info: {
                [key: string]: unknown;
            };
            /**
             * @description A folder for each group of operations.
             * @example [
             *       {
             *         "name": "Model runs",
             *         "item": []
             *       }
             *     ]
             */
            item: {
                [key: string]: unknown;
            }[];
        } & {
            [key: string]: unknown;
        };
        /** @description The guides with their addresses, as a Markdown text in UTF-8. */
        DocsIndex: string;
        /** @description A guide as a Markdown text in UTF-8. */
        GuideText: string;
        /**
         * @description Why the run failed: a `ModelRunErrorCode` where it is a model run, a `ToolRunErrorCode` where it is a tool run, and a
         *     `ComputeJobErrorCode` where it is a compute job. Of failed runs. More may be added.
         * @example provider_refused
         * @example provider_unavailable
         * @example run_expired
         * @example outcome_unknown
         * @example answer_lost
         * @example key_revoked
         * @example cancelled
         * @example internal
         * @example tool_error
         * @example invalid_output
         * @example answer_unusable
         * @example timed_out
         * @example needs_input
         * @example environment_unavailable
         * @example engine_lost
         */
        RunErrorCode: "provider_refused" | "provider_unavailable" | "run_expired" | "outcome_unknown" | "answer_lost" | "key_revoked" | "cancelled" | "internal" | "tool_error" | "invalid_output" | "answer_unusable" | "timed_out" | "needs_input" | "environment_unavailable" | "engine_lost" | Unlisted;
        /** @description The run as it was then. */
        RunEventData: {
            /**
             * @description The id of the run.
             * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
             */
            id: string;
            /**
             * @description What kind of run it is.
             * @example model_run
             * @example tool_run
             * @example compute_job
             */
            kind: "model_run" | "tool_run" | "compute_job" | Unlisted;
            /**
             * Format: int32
             * @description Rises with each change of the run. An endpoint gets the messages of one run in this order; a message that was
             *     sent once more can be older than what came before it.
             * @example 2
             */
            version: number;
            state: components["schemas"]["RunState"];
            /**
             * @description What was bought, as a model, a tool or an environment.
             * @example sandbox/echo
             */
            subject: string;
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
             * @description The hold.
             * @example 670320
             */
            reservedAmount: number;
            /**
             * Format: int64
             * @description What the run cost you. Of completed runs where it is known.
             * @example 9923
             */
            chargedAmount?: number;
            errorCode?: components["schemas"]["RunErrorCode"];
        };
        /** @description A run has come into a state. Read the run by its `id` for everything else. */
        RunEvent: {
            /**
             * @description What happened.
             * @example run.completed
             * @example run.failed
             * @example run.needs_reconciliation
             */
            type: "run.completed" | "run.failed" | "run.needs_reconciliation" | Unlisted;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2025-07-01T09:30:02.417Z
             */
            timestamp: string;
            data: components["schemas"]["RunEventData"];
        };
        /** @description What was there, and what was asked for. */
        CreditEventData: {
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
             * @description What the wallet could still hold.
             * @example 12500000
             */
            availableAmount: number;
            /**
             * Format: int64
             * @description What was held for runs. What they are not charged comes back.
             * @example 8000000
             */
            heldAmount: number;
            /**
             * Format: int64
             * @description The amount at which the workspace wants to be warned. The other two together were below it.
             * @example 50000000
             */
            lowBalanceAmount: number;
        };
        /** @description The wallet has come below the amount at which the workspace wants to be warned. */
        CreditEvent: {
            /**
             * @description What happened.
             * @example credit.low
             */
            type: "credit.low" | Unlisted;
            /**
             * Format: date-time
             * @description When that was noticed.
             * @example 2025-07-01T09:30:02.417Z
             */
            timestamp: string;
            data: components["schemas"]["CreditEventData"];
        };
        /** @description The key, and what it has spent of which limit. */
        KeyLimitEventData: {
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
             * @description The id of the key.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            keyId: string;
            /**
             * @description What people call it.
             * @example Reports
             */
            keyName: string;
            /**
             * @description What the limit is of, in UTC.
             * @example day
             * @example month
             */
            period: "day" | "month" | Unlisted;
            /**
             * Format: int64
             * @description The limit.
             * @example 5000000000
             */
            limitAmount: number;
            /**
             * Format: int64
             * @description What its runs were charged in the period. What they hold is not counted.
             * @example 4100000000
             */
            spentAmount: number;
            /**
             * Format: int32
             * @description The share at which the workspace wants to be alerted.
             * @example 80
             */
            thresholdPercent: number;
        };
        /** @description A key has spent the share of a limit at which the workspace wants to be alerted. */
        KeyLimitEvent: {
            /**
             * @description What happened.
             * @example key.limit_near
             */
            type: "key.limit_near" | Unlisted;
            /**
             * Format: date-time
             * @description When that was noticed.
             * @example 2025-07-01T09:30:02.417Z
             */
            timestamp: string;
            data: components["schemas"]["KeyLimitEventData"];
        };
        /** @description How many runs ended, and how many of them failed. */
        FailureRateEventData: {
            /**
             * Format: int32
             * @description Runs of the window that ended; of the newest 10,000 runs.
             * @example 40
             */
            endedRuns: number;
            /**
             * Format: int32
             * @description How many of them failed.
             * @example 12
             */
            failedRuns: number;
            /**
             * Format: int32
             * @description How far it was looked back.
             * @example 15
             */
            windowMinutes: number;
            /**
             * Format: int32
             * @description The share at which the workspace wants to be alerted.
             * @example 20
             */
            thresholdPercent: number;
        };
        /** @description The share of runs that fail has come to the line of the workspace. */
        FailureRateEvent: {
            /**
             * @description What happened.
             * @example runs.failure_rate_high
             */
            type: "runs.failure_rate_high" | Unlisted;
            /**
             * Format: date-time
             * @description When that was noticed.
             * @example 2025-07-01T09:30:02.417Z
             */
            timestamp: string;
            data: components["schemas"]["FailureRateEventData"];
        };
        /** @description What was to be charged, and why the card was declined. */
        RechargeOffEventData: {
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
             * @description What one recharge adds to the wallet.
             * @example 20000000000
             */
            rechargeAmount: number;
            /**
             * Format: int32
             * @description How often in a row the card was declined.
             * @example 3
             */
            declines: number;
            /**
             * @description Why it was declined the last time.
             * @example card_declined
             * @example insufficient_funds
             * @example expired_card
             * @example authentication_required
             * @example card_removed
             * @example refused
             */
            declineReason: "card_declined" | "insufficient_funds" | "expired_card" | "authentication_required" | "card_removed" | "refused" | Unlisted;
        };
        /** @description The saved card was declined three times in a row, and is not charged any more. */
        RechargeOffEvent: {
            /**
             * @description What happened.
             * @example recharge.off
             */
            type: "recharge.off" | Unlisted;
            /**
             * Format: date-time
             * @description When that was noticed.
             * @example 2025-07-01T09:30:02.417Z
             */
            timestamp: string;
            data: components["schemas"]["RechargeOffEventData"];
        };
        /** @description The customer, its budget, and what the refused run needed. */
        BudgetReachedEventData: {
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
             * @description The customer, as `attribution.endUserId` of its runs names it.
             * @example customer-204
             */
            endUserId: string;
            /**
             * @description What the budget is of, in UTC; `total` is a budget without an end, `balance` the prepaid balance.
             * @example day
             * @example month
             * @example total
             * @example balance
             */
            period: "day" | "month" | "total" | "balance" | Unlisted;
            /**
             * Format: int64
             * @description The budget; of a balance, what was granted without what expired.
             * @example 5000000000
             */
            limitAmount: number;
            /**
             * Format: int64
             * @description What the runs of the period were charged.
             * @example 4100000000
             */
            spentAmount: number;
            /**
             * Format: int64
             * @description What the pending runs of the period hold. What they are not charged is left again.
             * @example 899000000
             */
            heldAmount: number;
            /**
             * Format: int64
             * @description The hold that the refused run needed.
             * @example 10052000
             */
            requiredAmount: number;
        };
        /** @description A budget of a customer has refused a run for the first time in its period. */
        BudgetReachedEvent: {
            /**
             * @description What happened.
             * @example budget.reached
             */
            type: "budget.reached" | Unlisted;
            /**
             * Format: date-time
             * @description When the run was refused.
             * @example 2025-07-01T09:30:02.417Z
             */
            timestamp: string;
            data: components["schemas"]["BudgetReachedEventData"];
        };
        /** @description The customer, and who blocked it. */
        CustomerBlockedEventData: {
            /**
             * @description The customer, as `attribution.endUserId` of its runs names it.
             * @example customer-204
             */
            endUserId: string;
            /**
             * @description The id of the key that blocked it, if a key did.
             * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
             */
            keyId?: string;
        };
        /** @description A customer is blocked from now on. */
        CustomerBlockedEvent: {
            /**
             * @description What happened.
             * @example customer.blocked
             */
            type: "customer.blocked" | Unlisted;
            /**
             * Format: date-time
             * @description When it was blocked.
             * @example 2025-07-01T09:30:02.417Z
             */
            timestamp: string;
            data: components["schemas"]["CustomerBlockedEventData"];
        };
    };
    responses: {
        /** @description The request breaks the schema. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request breaks the schema. */
        BadRead: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key is missing or not valid. One answer for every reason. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key is valid and lacks the permission for this operation. */
        InsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticateScope"];
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
                Vary: components["headers"]["Vary"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request did not arrive in time. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request, or its body, did not arrive in time. */
        BodyTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than any acceptable prompt needs. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The key sends too many requests, or too many unknown keys came from this address: then it is not looked up whose
         *     key this is, and the answer says nothing of its rate.
         */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                Vary: components["headers"]["Vary"];
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
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A fault of the service. A creation may be repeated safely with the same request key and body. */
        RunInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service takes no work at the moment. Nothing was done. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The service takes no work at the moment. Most often nothing was done, but the database may have gone away
         *     right after a run was saved: a repeat with the same request key finds out. During an upgrade of the service it
         *     is also the answer to a creation that only a process of the newer version can compare with its run.
         */
        RunOverloaded: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key cannot be looked up at the moment. Nothing was done. */
        Overloaded: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, or breaks the schema. */
        BadEstimate: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key is valid and lacks the permission for this operation, or may not name this model. */
        ForbiddenRun: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticateRun"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Creating this run would be refused, for a reason other than credit. */
        UnacceptableEstimate: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, or breaks the schema, or has more requests than a key has in a minute. Nothing was created. */
        BadBatch: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A request key appears twice in the batch. Nothing was created. */
        RepeatedRequestKey: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema, or the request key is missing or malformed. */
        BadCreation: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The paying account does not cover the hold, a spending limit of the key does not leave it, or the workspace owes for
         *     returned payments. Nothing was created, and the request key is still free.
         */
        InsufficientCredit: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The key is valid and lacks the permission for this operation, or may not name this model, or the operator has
         *     suspended the workspace, or the workspace has blocked the end user. Nothing was created.
         */
        ForbiddenModelRun: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticateRun"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is well formed and this deployment does not accept it. Nothing was created, and the request key is still free unless it names another run. */
        UnacceptableCreation: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The key sends too many requests, the workspace has too many runs under way, a quota of the workspace is used up, or
         *     too many unknown keys came from this address. Nothing was created.
         */
        CreationRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing here that belongs to your workspace. Another workspace's run, an unknown id and a malformed id look the same. */
        RunNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, or breaks the schema. */
        BadToolEstimate: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Creating this run would be refused, for a reason other than credit. */
        UnacceptableToolEstimate: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema, or the request key is missing or malformed. */
        BadToolCreation: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The paying account does not cover the hold, a spending limit of the key does not leave it, or the workspace owes for
         *     returned payments. Nothing was created, and the request key is still free.
         */
        InsufficientToolCredit: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The key is valid and lacks the permission for this operation, or the operator has suspended the workspace, or the
         *     workspace has blocked the end user. Nothing was created.
         */
        ForbiddenCreation: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticateRun"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is well formed and this deployment does not accept it. Nothing was created, and the request key is still free unless it names another run. */
        UnacceptableToolRun: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, or breaks the schema. */
        BadComputeEstimate: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Creating this run would be refused, for a reason other than credit. */
        UnacceptableComputeEstimate: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema, or the request key is missing or malformed. */
        BadComputeCreation: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The paying account does not cover the hold, a spending limit of the key does not leave it, or the workspace owes for
         *     returned payments. Nothing was created, and the request key is still free.
         */
        InsufficientComputeCredit: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is well formed and this deployment does not accept it. Nothing was created, and the request key is still free unless it names another run. */
        UnacceptableComputeJob: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Content-Range": components["headers"]["SizeOfFile"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The key sends too many requests, the workspace has too many downloads under way, it has downloaded all bytes of the
         *     day, or too many unknown keys came from this address. Nothing was sent.
         */
        DownloadLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The catalog has no tool with this identifier. A malformed identifier looks the same. */
        ToolNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The service takes no work at the moment. Most often nothing was done, but the database may have gone away
         *     right after the change was saved: a repeat finds out, with the same request key where it is a save.
         */
        SaveOverloaded: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema, or the request key is missing or malformed. */
        BadPromptVersion: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key lacks the permission for this operation, or the label is protected. Nothing was saved or moved. */
        ForbiddenLabel: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticateLabel"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `parentVersion` is not the latest version: somebody else saved one. Nothing was saved. */
        VersionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The version cannot be saved, for what it says. Nothing was saved, and the request key is still free unless it names another version. */
        UnacceptablePrompt: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The workspace has no prompt with this name, or no such version of it, or no version with this label. */
        PromptNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The label cannot be moved, or the body is not JSON or breaks the schema. */
        BadLabel: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No answer has the tag of `If-Match` now: the label was moved. It stays where it is. */
        LabelMoved: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such version, or the prompt has too many labels. No label was moved. */
        UnacceptableLabel: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema, or names both a version and a label. */
        BadRender: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The values do not fit the variables, or the messages would be too large. */
        UnacceptableVariables: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The catalog has no model with this identifier. A malformed identifier looks the same. */
        ModelNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing here that belongs to your workspace. An unknown id and a malformed id look the same. */
        TraceNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing here that belongs to your workspace. An unknown id and a malformed id look the same. */
        SpanNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body cannot be read as what its media type says, and nothing of it was saved. */
        BadSpans: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has more bytes than are taken at once, as it came or decompressed. Nothing of it was saved. */
        SpansTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is neither `application/json` nor `application/x-protobuf`, or is compressed by something else than gzip. */
        UnsupportedSpans: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has more spans than are taken at once. Nothing of it was saved. */
        UnacceptableSpans: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The key sends too many requests, the workspace has sent all spans of the day or all their bytes, another quota of it
         *     is used up, or too many unknown keys came from this address. Nothing of the body was saved.
         */
        IngestLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema, or the request key is missing or malformed. */
        BadCustomerCreation: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Another request made this customer, or it appeared with a run. Nothing was saved; change the customer instead. */
        CustomerExists: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request key made another customer, or this one with another body. Nothing was saved. */
        UnacceptableCustomer: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests, or the workspace has made as many customers ahead as its quota allows. */
        CustomersUsedUp: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The workspace has no customer with this `endUserId`. */
        CustomerNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, or breaks the schema. */
        BadCustomerChange: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema, the expiry is in the past, or the request key is missing or malformed. */
        BadCustomerGrant: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The customer has 100 grants that have not ended, or was given 10000 grants. Nothing was saved. */
        TooManyCustomerGrants: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request key gave another grant. Nothing was saved. */
        UnacceptableCustomerGrant: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The workspace has no customer with this `endUserId`, or the customer has no such grant. */
        CustomerGrantNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, or breaks the schema. */
        BadCustomerSettings: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema, or the request key is missing or malformed. */
        BadKeyCreation: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The wallet does not have the credit that the key is to get. Nothing was changed. */
        InsufficientKeyCredit: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The request key has created a key before, which `keyId` names, or the calling key has created as many keys as it can. No
         *     key was created.
         */
        KeyCreated: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key would have more than the calling key. No key was created. */
        BeyondOwnRights: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing here that belongs to your workspace. Another workspace's key, an unknown id and a malformed id look the same. */
        KeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema. */
        BadKeyChange: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key is not active, or was rotated. Nothing was changed. */
        KeyEnded: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The calling key has not created this key, or this key would have more than the calling key. Nothing was changed. */
        BeyondOwnKeys: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema. */
        BadKeyRotation: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key is not active, or was rotated before. No key was created. */
        KeyRotated: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema, the amount is out of the bounds of payments, or the request key is missing or malformed. */
        BadPayment: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The deployment takes no payments by card, or 20 payments of the workspace are open. No payment was started. */
        PaymentRefused: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request key has started a payment of another amount. No payment was started. */
        UnacceptablePayment: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The service takes no work at the moment, or the payment provider does not answer. Send the request again, with the same request
         *     key where it has one.
         */
        PaymentsAway: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing here that belongs to your workspace. Another workspace's payment, an unknown id and a malformed id look the same. */
        PaymentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema, or the amounts do not fit each other or the bounds of payments. Nothing was changed. */
        BadRecharge: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The deployment takes no payments by card. */
        NoPayments: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The deployment takes no payments by card, or the auto-recharge is not set. */
        CardPageRefused: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema, or the request key is missing or malformed, or the address cannot be used. */
        BadEndpoint: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The request key has created an endpoint before, which `endpointId` names, or the workspace has as many as it can. No
         *     endpoint was created.
         */
        EndpointCreated: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key cannot read what an endpoint gets. Nothing was changed. */
        BeyondEndpointRights: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing here that belongs to your workspace. Another workspace's endpoint, an unknown id and a malformed id look the same. */
        EndpointNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema, or the address cannot be used. */
        BadEndpointChange: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema. */
        BadSecretRotation: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Your workspace has no such endpoint, or the endpoint has no such message. */
        MessageNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The endpoint is disabled. Nothing is sent. */
        EndpointDisabled: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema, or the request key is missing or malformed. Nothing was saved. */
        BadSavedExport: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The workspace has 100 saved exports. Nothing was saved. */
        TooManySavedExports: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request key has saved an export with another body. Nothing was saved. */
        UnacceptableSavedExport: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing here that belongs to your workspace. Another workspace's saved export, an unknown id and a malformed id look the same. */
        SavedExportNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key cannot read what alerts say. */
        BeyondAlertRights: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON or breaks the schema. Nothing was changed. */
        BadAlertSettings: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, or breaks the schema. */
        BadMetrics: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The query asks for more than can be added up or answered at once. */
        MetricsTooWide: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not JSON, breaks the schema, or does not name exactly one thing; or the request key is missing or malformed. */
        BadScore: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is well formed and the score was not saved. */
        UnacceptableScore: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing here that belongs to your workspace. Another workspace's score, an unknown id and a malformed id look the same. */
        ScoreNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is nothing here. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                "Cache-Control": components["headers"]["CacheControlNoStore"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description W3C trace context to continue. A malformed value is ignored.
         * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
         */
        Traceparent: string;
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
         * @description Only runs in this state. Repeat it for several: `state=queued&state=submitting`. A state that this version does
         *     not know is refused with 400: what answers may hold is open, what can be asked for is not.
         * @example [
         *       "queued",
         *       "submitting"
         *     ]
         */
        StateFilter: ("reserved" | "queued" | "submitting" | "received" | "needs_reconciliation" | "completed" | "failed")[];
        /**
         * @description Only runs of this exact model identifier.
         * @example sandbox/echo
         */
        ModelFilter: string;
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
         * @description Only the run with this request key, in its bare form.
         * @example invoice-2025-0042-summary
         */
        IdempotencyKeyFilter: string;
        /**
         * @description Only runs attributed to this session.
         * @example chat-7731
         */
        SessionIdFilter: string;
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
         * @description Only runs attributed to this version of a prompt template, best together with `promptId`.
         * @example 7
         */
        PromptVersionFilter: string;
        /**
         * @description Only runs that this API key of the workspace has created. A key that is not known has none.
         * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
         */
        KeyIdFilter: string;
        /**
         * @description Only runs with this label: its name, a colon, and the whole value, as in `metadata=team:billing`. Repeat it for
         *     several labels that a run has to have. A value may hold colons itself.
         * @example [
         *       "team:billing"
         *     ]
         */
        MetadataFilter: string[];
        /**
         * @description The request key of this creation: 1 to 255 visible ASCII characters of your choice, unique to the run that
         *     you want. A value that starts with a quote must be one structured-field string of RFC 9651, and means the
         *     same key as its bare form. A key belongs to the workspace and is kept as long as its run: the same key and
         *     body give the same run for ever, the same key and another body are refused.
         * @example invoice-2025-0042-summary
         */
        IdempotencyKey: string;
        /**
         * @description `wait=N` (RFC 7240) holds the response for up to N seconds, at most 50, until the run is terminal. When
         *     `If-None-Match` is given as well, it ends with any change of the run. While it waits, a run whose outcome or
         *     price is open is looked up as by a read. Anything else is ignored.
         * @example wait=20
         */
        Prefer: string;
        /**
         * @description The `id` of a run of your workspace. A malformed one is answered like one that does not exist.
         * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        RunId: string;
        /**
         * @description Entity tags of versions that you have. Where the run still has one of them, the answer is 304.
         * @example W/"7"
         */
        IfNoneMatch: string;
        /**
         * @description Only runs of this exact tool identifier.
         * @example sandbox/echo
         */
        ToolFilter: string;
        /**
         * @description Only runs that this run wanted, as `parent` of their creation says.
         * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        ParentRunIdFilter: string;
        /**
         * @description The `id` of a tool run of your workspace. A malformed one is answered like one that does not exist.
         * @example trun_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        ToolRunId: string;
        /**
         * @description Only jobs in this state. Repeat it for several: `state=queued&state=running`. A state that this version does not know
         *     is refused with 400: what answers may hold is open, what can be asked for is not.
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
         * @description The `id` of a compute job of your workspace. A malformed one is answered like one that does not exist.
         * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        ComputeJobId: string;
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
         * @description Entity tags of files that you have. Where the artifact is one of them, the answer is 304.
         * @example "d50d13969764d0dab0a08fff64278764011d09652406a02f8c58455872371065"
         */
        ArtifactIfNoneMatch: string;
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
         * @description The exact identifier of a tool, percent-encoded as one segment of the path: `sandbox%2Fecho` is `sandbox/echo`.
         * @example sandbox/echo
         */
        ToolId: string;
        /**
         * @description The request key of this save: 1 to 255 visible ASCII characters of your choice, unique to the version that you want to
         *     save. A value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its
         *     bare form. A key belongs to the workspace and is kept as long as its version: the same key and body give the same version
         *     for ever, the same key and another body are refused. Keys of saves and keys of runs do not meet.
         * @example invoice-summary-reader
         */
        SaveIdempotencyKey: string;
        /**
         * @description The name of a prompt of your workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
         *     `support/answer`. A malformed one is answered like one that does not exist.
         * @example invoice-summary
         */
        PromptName: string;
        /**
         * @description The number of the version.
         * @example 7
         */
        VersionOfPrompt: number;
        /**
         * @description The label that is on the version, or `latest` for the newest one. Without it and `version` it is `production`.
         * @example production
         */
        LabelOfPrompt: string;
        /**
         * @description Entity tags of answers that you have. Where the answer would be one of them, it is 304.
         * @example "7-production"
         */
        PromptIfNoneMatch: string;
        /**
         * @description The label to move. `latest` is always on the newest version, and is refused.
         * @example production
         */
        PromptLabel: string;
        /**
         * @description The entity tag that the version of the label was read with. The label is moved only if it is on that version still,
         *     else the answer is 412; other labels that came to the version or left it since make no difference. Left out, it is moved
         *     whatever version it is on.
         * @example "6-production"
         */
        IfMatch: string;
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
         * @description Only models that have this name among their `supportedParameters`. Repeat it for several that a model has to have.
         *     A name that this version does not know is refused with 400.
         * @example [
         *       "structured_outputs"
         *     ]
         */
        SupportedParameterFilter: ("temperature" | "top_p" | "stop" | "seed" | "reasoning" | "response_format" | "structured_outputs")[];
        /**
         * @description Only models that call functions, or with `false` only those that do not.
         * @example true
         */
        ToolsFilter: boolean;
        /**
         * @description The exact identifier of a model, percent-encoded as one segment of the path: `sandbox%2Fecho` is `sandbox/echo`.
         * @example sandbox/tool-caller
         */
        ModelId: string;
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
         * @description Only spans of this trace.
         * @example 0198142d93af72349a0d8589e41b9b9f
         */
        TraceIdFilter: string;
        /**
         * @description Only spans of runs, or only those that programs sent.
         * @example run
         */
        SpanSource: "run" | "client";
        /**
         * @description Only spans of this operation, such as `chat` or `execute_tool`.
         * @example chat
         */
        SpanOperation: string;
        /**
         * @description Only spans of this exact model.
         * @example sandbox/echo
         */
        SpanModel: string;
        /**
         * @description Only spans of this exact tool.
         * @example sandbox/echo
         */
        SpanTool: string;
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
         * @description Only customers that were made, or appeared, later than this moment.
         * @example 2025-07-01T00:00:00.000Z
         */
        CustomerCreatedAfter: string;
        /**
         * @description Only customers that were made, or appeared, earlier than this moment.
         * @example 2025-08-01T00:00:00.000Z
         */
        CustomerCreatedBefore: string;
        /**
         * @description The request key of this customer: 1 to 255 visible ASCII characters of your choice, unique to the customer that you want.
         *     A value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form. The
         *     same key and body give the same customer, the same key and another body are refused.
         * @example customer-204-signed-up
         */
        CustomerIdempotencyKey: string;
        /**
         * @description The end user, as runs name it in `attribution.endUserId`, percent-encoded as one segment of the path.
         * @example customer-204
         */
        CustomerId: string;
        /**
         * @description The request key of this grant: 1 to 255 visible ASCII characters of your choice, unique to the grant that you want, such as the
         *     number of the order. A value that starts with a quote must be one structured-field string of RFC 9651, and means the same key
         *     as its bare form. The same key, customer and body give one grant; the same key with anything else is refused.
         * @example order-7731
         */
        GrantIdempotencyKey: string;
        /**
         * @description The `id` of a grant of the customer. A malformed one is answered like one that does not exist.
         * @example cgr_01k0b6m2s4fq8v3x7c9d1h5j0n
         */
        GrantId: string;
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
         * @description Only keys that work, that have expired, or that were revoked.
         * @example active
         */
        KeyStatus: "active" | "expired" | "revoked";
        /**
         * @description Only keys that this key has created. A key that is not known has created none.
         * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
         */
        CreatedByKeyId: string;
        /**
         * @description Only keys created later than this moment.
         * @example 2025-07-01T00:00:00.000Z
         */
        KeyCreatedAfter: string;
        /**
         * @description Only keys created earlier than this moment.
         * @example 2025-08-01T00:00:00.000Z
         */
        KeyCreatedBefore: string;
        /**
         * @description The request key of this creation: 1 to 255 visible ASCII characters of your choice, unique to the key that you want. A
         *     value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form.
         *     It belongs to the workspace and makes one key, however often it is sent.
         * @example key-of-customer-118
         */
        KeyRequestKey: string;
        /**
         * @description The `id` of a key of your workspace. A malformed one is answered like one that does not exist.
         * @example key_01k0b1s3v5w7y9a2c4e6g8j0m1
         */
        KeyId: string;
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
         * @description Only entries of runs that this API key of the workspace has created, and of its credit. A key that is not known has none.
         * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
         */
        EntryKeyId: string;
        /**
         * @description Only what was made later than this moment.
         * @example 2025-06-01T00:00:00.000Z
         */
        BilledAfter: string;
        /**
         * @description Only what was made earlier than this moment.
         * @example 2025-08-01T00:00:00.000Z
         */
        BilledBefore: string;
        /**
         * @description Only payments in this state. Repeat it for several.
         * @example [
         *       "succeeded"
         *     ]
         */
        PaymentStateFilter: ("open" | "succeeded" | "expired" | "failed")[];
        /**
         * @description The request key of this payment: 1 to 255 visible ASCII characters of your choice, unique to the payment that you want. A
         *     value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form.
         *     It belongs to the workspace and is kept as long as the payment: the same key and amount give the same payment for ever, the
         *     same key and another amount are refused.
         * @example top-up-2025-07-22
         */
        PaymentRequestKey: string;
        /**
         * @description The `id` of a payment of your workspace. A malformed one is answered like one that does not exist.
         * @example pay_01k0b6m2s4fq8v3x7c9d1h5j0n
         */
        BillingPaymentId: string;
        /**
         * @description The request key of this creation: 1 to 255 visible ASCII characters of your choice, unique to the endpoint that you want. A
         *     value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form.
         *     It belongs to the workspace and makes one endpoint, however often it is sent. Deleting the endpoint frees it.
         * @example endpoint-of-production
         */
        EndpointRequestKey: string;
        /**
         * @description The `id` of a webhook endpoint of your workspace. A malformed one is answered like one that does not exist.
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
         * @description Only what was saved later than this moment.
         * @example 2025-06-01T00:00:00.000Z
         */
        SavedAfter: string;
        /**
         * @description Only what was saved earlier than this moment.
         * @example 2025-08-01T00:00:00.000Z
         */
        SavedBefore: string;
        /**
         * @description The request key of this saved export: 1 to 255 visible ASCII characters of your choice, unique to the export that you want. A
         *     value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form. It is
         *     kept as long as the saved export.
         * @example charges-for-the-books
         */
        SavedExportRequestKey: string;
        /**
         * @description The `id` of a saved export of your workspace. A malformed one is answered like one that does not exist.
         * @example exp_01k0e8g2j4m6p8r0t2v4x6z8b1
         */
        SavedExportId: string;
        /**
         * @description The file as of this moment, to read an earlier period; without it, as of now. The period of `previous_month` is the month before
         *     the one that contains it. The moment is in one of the years 2000 to 2099, in UTC.
         * @example 2025-07-15T00:00:00.000Z
         */
        SavedExportAt: string;
        /**
         * @description Only alerts of this kind. An unknown kind has no alerts.
         * @example key.limit_near
         */
        AlertKindFilter: string;
        /**
         * @description Only alerts that are `open`, or only those that have `recovered`.
         * @example open
         */
        AlertStateFilter: "open" | "recovered";
        /**
         * @description Only alerts that were raised later than this moment.
         * @example 2025-06-01T00:00:00.000Z
         */
        AlertCreatedAfter: string;
        /**
         * @description Only alerts that were raised earlier than this moment.
         * @example 2025-08-01T00:00:00.000Z
         */
        AlertCreatedBefore: string;
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
         * @description Only scores with exactly this name.
         * @example helpfulness
         */
        ScoreName: string;
        /**
         * @description Only scores of people, or only those of programs.
         * @example human
         */
        ScoreSource: "human" | "automatic";
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
         * @description Only scores saved later than this moment.
         * @example 2025-07-01T00:00:00.000Z
         */
        ScoreCreatedAfter: string;
        /**
         * @description Only scores saved earlier than this moment.
         * @example 2025-08-01T00:00:00.000Z
         */
        ScoreCreatedBefore: string;
        /**
         * @description The request key of this score: 1 to 255 visible ASCII characters of your choice, unique to the score that you want. A value
         *     that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form. The same
         *     key and body give the same score, the same key and another body are refused.
         * @example judge-0042-helpfulness
         */
        ScoreIdempotencyKey: string;
        /**
         * @description The `id` of a score of your workspace. A malformed one is answered like one that does not exist.
         * @example scr_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        ScoreId: string;
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
         * @description The beginning of the span.
         * @example 2025-07-01T00:00:00.000Z
         */
        ExportFrom: string;
        /**
         * @description The end of the span, which is not part of it.
         * @example 2025-07-04T00:00:00.000Z
         */
        ExportTo: string;
        /**
         * @description Only the rows of this end user.
         * @example customer-204
         */
        ExportEndUser: string;
        /**
         * @description Names the message, the same in every attempt. Who has seen it before answers 2xx and does nothing.
         * @example msg_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        WebhookId: string;
        /**
         * @description When this attempt was made, in seconds since 1970.
         * @example 1751362202
         */
        WebhookTimestamp: string;
        /**
         * @description One signature, or two while the secret is being rotated: `v1,` and the base64 of HMAC-SHA256 over id, time and body,
         *     joined by dots.
         * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
         */
        WebhookSignature: string;
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
         * @description Kept by the caller alone, and asked for again before each use.
         * @example private, no-cache
         */
        CacheControl: string;
        /**
         * @description The request headers that the response depends on.
         * @example Authorization, Prefer
         */
        Vary: string;
        /**
         * @description What is left of the key's rates (`r`), and in how many seconds they are full again (`t`): of its requests
         *     (`default`), and of the bytes of their bodies (`bytes`). Counted for all processes of the service together; a
         *     few more than these may be left. On every answer to a valid key that is looked at.
         * @example "default";r=119;t=1, "bytes";r=134216912;t=1
         */
        RateLimit: string;
        /**
         * @description The key's rates, as quotas (`q`) in a window of seconds (`w`): of its requests (`default`), and of the bytes of
         *     their bodies (`bytes`). On every answer to a valid key.
         * @example "default";q=120;w=60, "bytes";q=134217728;w=60;qu="content-bytes"
         */
        RateLimitPolicy: string;
        /**
         * @description Not to be kept by any cache.
         * @example no-store
         */
        CacheControlNoStore: string;
        /**
         * @description The Bearer challenge of RFC 6750. Its `error` is `invalid_token`, and absent if no key came.
         * @example Bearer realm="model-run-api", error="invalid_token"
         */
        WwwAuthenticate: string;
        /**
         * @description The Bearer challenge of RFC 6750. Its `error` is `insufficient_scope`, with the `scope` that is needed.
         * @example Bearer realm="model-run-api", error="insufficient_scope", scope="models:run"
         */
        WwwAuthenticateScope: string;
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
         * @description The Bearer challenge of RFC 6750. Its `error` is `insufficient_scope`, with the `scope` that is needed, and absent
         *     if another key may name the model, if the workspace is suspended, and if the end user is blocked.
         * @example Bearer realm="model-run-api", error="insufficient_scope", scope="models:run"
         */
        WwwAuthenticateRun: string;
        /**
         * @description Where the run is read, as a path of this API.
         * @example /v1/developer/model-runs/run_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        Location: string;
        /**
         * @description The address of which this body is the present representation, the same as `Location`.
         * @example /v1/developer/model-runs/run_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        ContentLocation: string;
        /**
         * @description A weak tag of the run's version. It changes with every change of the run, new evidence included.
         * @example W/"7"
         */
        ETag: string;
        /**
         * @description `true` where the request key was known and the run is the one saved before; absent otherwise.
         * @example true
         */
        IdempotentReplayed: "true";
        /**
         * @description The preference of `Prefer` that was honored, with the value that was used; absent if none was.
         * @example wait=20
         */
        PreferenceApplied: string;
        /**
         * @description A strong tag of the bytes of the file, which is its SHA-256.
         * @example "d50d13969764d0dab0a08fff64278764011d09652406a02f8c58455872371065"
         */
        ArtifactETag: string;
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
         * @description Where the version is read, as a path of this API.
         * @example /v1/developer/observability/prompts/invoice-summary?version=7
         */
        PromptLocation: string;
        /**
         * @description A tag of the version and the labels that are on it. It changes when one of them comes or goes.
         * @example "7-production"
         */
        PromptETag: string;
        /**
         * @description `true` where the request key was known and the version is the one saved before; absent otherwise.
         * @example true
         */
        SaveReplayed: "true";
        /**
         * @description The Bearer challenge of RFC 6750. Its `error` is `insufficient_scope`, with the `scope` that is needed, and absent
         *     where no key may move the label.
         * @example Bearer realm="model-run-api", error="insufficient_scope", scope="prompts:run"
         */
        WwwAuthenticateLabel: string;
        /**
         * @description Where the customer is read, as a path of this API.
         * @example /v1/developer/customers/customer-204
         */
        CustomerLocation: string;
        /**
         * @description `true` where the request key was known and the customer is the one saved before; absent otherwise.
         * @example true
         */
        CustomerReplayed: "true";
        /**
         * @description Where the grant is read, as a path of this API.
         * @example /v1/developer/customers/customer-204/grants/cgr_01k0b6m2s4fq8v3x7c9d1h5j0n
         */
        GrantLocation: string;
        /**
         * @description `true` where the request key was known and the grant is the one saved before; absent otherwise.
         * @example true
         */
        GrantReplayed: "true";
        /**
         * @description Where the key is read, as a path of this API.
         * @example /v1/developer/keys/key_01k0b1s3v5w7y9a2c4e6g8j0m1
         */
        KeyLocation: string;
        /**
         * @description Where the payment is read, as a path of this API.
         * @example /v1/developer/billing/payments/pay_01k0b6m2s4fq8v3x7c9d1h5j0n
         */
        PaymentLocation: string;
        /**
         * @description `true` where the request key was known and the payment is the one started before; absent otherwise.
         * @example true
         */
        PaymentReplayed: "true";
        /**
         * @description Where the card is read once it is saved, as a path of this API.
         * @example /v1/developer/billing/auto-recharge
         */
        RechargeLocation: string;
        /**
         * @description Where the billing details are read, as a path of this API.
         * @example /v1/developer/billing/details
         */
        DetailsLocation: string;
        /**
         * @description Where the endpoint is read, as a path of this API.
         * @example /v1/developer/webhook-endpoints/whe_01k0d5f7h9k2n4q6s8v0x3z5b7
         */
        EndpointLocation: string;
        /**
         * @description Where the saved export is read, as a path of this API.
         * @example /v1/developer/saved-exports/exp_01k0e8g2j4m6p8r0t2v4x6z8b1
         */
        SavedExportLocation: string;
        /**
         * @description `true` where the request key was known and the export is the one saved before; absent otherwise.
         * @example true
         */
        SavedExportReplayed: "true";
        /**
         * @description The answer is a file, under this name.
         * @example attachment; filename="runs-2025-07-01.ndjson"
         */
        ExportFileName: string;
        /**
         * @description Where the score is read, as a path of this API.
         * @example /v1/developer/observability/scores/scr_01k0a2v4xfe8t9m3c5h7j1q6wz
         */
        ScoreLocation: string;
        /**
         * @description Kept by any cache, and asked for again before each use.
         * @example no-cache
         */
        CacheControlPage: string;
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
        /**
         * @description A tag of the package. It changes with every change of the package.
         * @example "q1Zb0S2kXvE"
         */
        PackageETag: string;
        /**
         * @description Of a page in HTML, what it may do in a browser. It runs scripts of the deployment only, and sends nothing anywhere.
         * @example default-src 'none'; style-src 'unsafe-inline'; img-src data:
         */
        PolicyOfPage: string;
        /**
         * @description A weak tag of the text. It changes with every change of the text.
         * @example W/"h2Kd7R0mYbA"
         */
        TextETag: string;
        /**
         * @description The section of the documentation, relative to this address.
         * @example ../docs/guides/errors#insufficient_credit
         */
        SectionLocation: string;
    };
    pathItems: never;
}
export type ModelRunLimits = components['schemas']['ModelRunLimits'];
export type ProblemCode = components['schemas']['ProblemCode'];
export type FaultCode = components['schemas']['FaultCode'];
export type Fault = components['schemas']['Fault'];
export type LimitPeriod = components['schemas']['LimitPeriod'];
export type QuotaName = components['schemas']['QuotaName'];
export type Problem = components['schemas']['Problem'];
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
export type CalledFunction = components['schemas']['CalledFunction'];
export type ToolCall = components['schemas']['ToolCall'];
export type AssistantMessage = components['schemas']['AssistantMessage'];
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
export type Payer = components['schemas']['Payer'];
export type ModelRunEstimate = components['schemas']['ModelRunEstimate'];
export type BatchedRequest = components['schemas']['BatchedRequest'];
export type CreateModelRunBatch = components['schemas']['CreateModelRunBatch'];
export type Attribution = components['schemas']['Attribution'];
export type Metadata = components['schemas']['Metadata'];
export type BillableRun = components['schemas']['BillableRun'];
export type ModelRunState = components['schemas']['ModelRunState'];
export type ModelRunQueue = components['schemas']['ModelRunQueue'];
export type ModelRunReconciliation = components['schemas']['ModelRunReconciliation'];
export type ModelRunUsage = components['schemas']['ModelRunUsage'];
export type ModelRunErrorCode = components['schemas']['ModelRunErrorCode'];
export type ModelRunError = components['schemas']['ModelRunError'];
export type ModelRunSummary = components['schemas']['ModelRunSummary'];
export type ModelRun = components['schemas']['ModelRun'];
export type BatchedResult = components['schemas']['BatchedResult'];
export type ModelRunBatch = components['schemas']['ModelRunBatch'];
export type ModelRunList = components['schemas']['ModelRunList'];
export type ToolRunLimits = components['schemas']['ToolRunLimits'];
export type ParentInput = components['schemas']['ParentInput'];
export type CreateToolRun = components['schemas']['CreateToolRun'];
export type ToolRunEstimate = components['schemas']['ToolRunEstimate'];
export type RunState = components['schemas']['RunState'];
export type RunQueue = components['schemas']['RunQueue'];
export type RunReconciliation = components['schemas']['RunReconciliation'];
export type ToolRunProgress = components['schemas']['ToolRunProgress'];
export type ToolRunUsage = components['schemas']['ToolRunUsage'];
export type ToolRunErrorCode = components['schemas']['ToolRunErrorCode'];
export type ToolRunError = components['schemas']['ToolRunError'];
export type Parent = components['schemas']['Parent'];
export type ToolRunSummary = components['schemas']['ToolRunSummary'];
export type ToolRunList = components['schemas']['ToolRunList'];
export type ToolContent = components['schemas']['ToolContent'];
export type ToolOutput = components['schemas']['ToolOutput'];
export type ToolRun = components['schemas']['ToolRun'];
export type ComputeJobLimits = components['schemas']['ComputeJobLimits'];
export type ComputeFileInput = components['schemas']['ComputeFileInput'];
export type ComputeResourcesInput = components['schemas']['ComputeResourcesInput'];
export type CreateComputeJob = components['schemas']['CreateComputeJob'];
export type ComputeResources = components['schemas']['ComputeResources'];
export type ComputeJobEstimate = components['schemas']['ComputeJobEstimate'];
export type ComputeJobState = components['schemas']['ComputeJobState'];
export type ComputeJobResult = components['schemas']['ComputeJobResult'];
export type BilledTime = components['schemas']['BilledTime'];
export type ComputeJobUsage = components['schemas']['ComputeJobUsage'];
export type ComputeJobLogSizes = components['schemas']['ComputeJobLogSizes'];
export type ComputeJobArtifact = components['schemas']['ComputeJobArtifact'];
export type ComputeJobErrorCode = components['schemas']['ComputeJobErrorCode'];
export type ComputeJobError = components['schemas']['ComputeJobError'];
export type ComputeJob = components['schemas']['ComputeJob'];
export type ComputeJobList = components['schemas']['ComputeJobList'];
export type ComputeJobLog = components['schemas']['ComputeJobLog'];
export type ArtifactContent = components['schemas']['ArtifactContent'];
export type ReachedAddresses = components['schemas']['ReachedAddresses'];
export type ComputePricing = components['schemas']['ComputePricing'];
export type ComputeEnvironment = components['schemas']['ComputeEnvironment'];
export type ComputeEnvironmentList = components['schemas']['ComputeEnvironmentList'];
export type ToolUnitPricing = components['schemas']['ToolUnitPricing'];
export type ToolPricing = components['schemas']['ToolPricing'];
export type CatalogTool = components['schemas']['CatalogTool'];
export type ToolList = components['schemas']['ToolList'];
export type PlacedLabel = components['schemas']['PlacedLabel'];
export type Prompt = components['schemas']['Prompt'];
export type PromptList = components['schemas']['PromptList'];
export type PromptMessageInput = components['schemas']['PromptMessageInput'];
export type CreatePromptVersion = components['schemas']['CreatePromptVersion'];
export type PromptVersionSummary = components['schemas']['PromptVersionSummary'];
export type PromptMessage = components['schemas']['PromptMessage'];
export type PromptReference = components['schemas']['PromptReference'];
export type PromptVersion = components['schemas']['PromptVersion'];
export type PromptVersionList = components['schemas']['PromptVersionList'];
export type UpdatePromptLabel = components['schemas']['UpdatePromptLabel'];
export type RenderPrompt = components['schemas']['RenderPrompt'];
export type RenderedMessage = components['schemas']['RenderedMessage'];
export type PromptAttribution = components['schemas']['PromptAttribution'];
export type RenderedPrompt = components['schemas']['RenderedPrompt'];
export type DiffBlock = components['schemas']['DiffBlock'];
export type PromptChange = components['schemas']['PromptChange'];
export type PromptDiff = components['schemas']['PromptDiff'];
export type PromptLatency = components['schemas']['PromptLatency'];
export type PromptVersionUsage = components['schemas']['PromptVersionUsage'];
export type PromptUsage = components['schemas']['PromptUsage'];
export type ModelCapabilities = components['schemas']['ModelCapabilities'];
export type InputModality = components['schemas']['InputModality'];
export type SupportedParameter = components['schemas']['SupportedParameter'];
export type ModelPricingTier = components['schemas']['ModelPricingTier'];
export type ModelPricing = components['schemas']['ModelPricing'];
export type Model = components['schemas']['Model'];
export type ModelList = components['schemas']['ModelList'];
export type ObservabilityLimits = components['schemas']['ObservabilityLimits'];
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
export type SpanList = components['schemas']['SpanList'];
export type Session = components['schemas']['Session'];
export type SessionList = components['schemas']['SessionList'];
export type EndUser = components['schemas']['EndUser'];
export type EndUserList = components['schemas']['EndUserList'];
export type OtlpTraces = components['schemas']['OtlpTraces'];
export type OtlpPartialSuccess = components['schemas']['OtlpPartialSuccess'];
export type OtlpTracesSaved = components['schemas']['OtlpTracesSaved'];
export type CustomerMetadata = components['schemas']['CustomerMetadata'];
export type CustomerSummary = components['schemas']['CustomerSummary'];
export type CustomerList = components['schemas']['CustomerList'];
export type CustomerMetadataInput = components['schemas']['CustomerMetadataInput'];
export type CustomerBudgetsInput = components['schemas']['CustomerBudgetsInput'];
export type CreateCustomer = components['schemas']['CreateCustomer'];
export type CustomerBudget = components['schemas']['CustomerBudget'];
export type CustomerBalance = components['schemas']['CustomerBalance'];
export type Customer = components['schemas']['Customer'];
export type ErasedCustomer = components['schemas']['ErasedCustomer'];
export type UpdateCustomer = components['schemas']['UpdateCustomer'];
export type CustomerGrant = components['schemas']['CustomerGrant'];
export type CustomerGrantList = components['schemas']['CustomerGrantList'];
export type CreateCustomerGrant = components['schemas']['CreateCustomerGrant'];
export type SpendingCustomer = components['schemas']['SpendingCustomer'];
export type CustomerTotal = components['schemas']['CustomerTotal'];
export type SpendingCustomerList = components['schemas']['SpendingCustomerList'];
export type DefaultBudgets = components['schemas']['DefaultBudgets'];
export type CustomerSettings = components['schemas']['CustomerSettings'];
export type DefaultBudgetsInput = components['schemas']['DefaultBudgetsInput'];
export type UpdateCustomerSettings = components['schemas']['UpdateCustomerSettings'];
export type AccountBalance = components['schemas']['AccountBalance'];
export type SpendingLimit = components['schemas']['SpendingLimit'];
export type RequestRate = components['schemas']['RequestRate'];
export type PendingRuns = components['schemas']['PendingRuns'];
export type Quota = components['schemas']['Quota'];
export type StoragePrice = components['schemas']['StoragePrice'];
export type Account = components['schemas']['Account'];
export type Scope = components['schemas']['Scope'];
export type Person = components['schemas']['Person'];
export type KeySpendingLimit = components['schemas']['KeySpendingLimit'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ScopeInput = components['schemas']['ScopeInput'];
export type CreateApiKey = components['schemas']['CreateApiKey'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type UpdateApiKey = components['schemas']['UpdateApiKey'];
export type RotateApiKey = components['schemas']['RotateApiKey'];
export type RotatedApiKey = components['schemas']['RotatedApiKey'];
export type RevokedApiKey = components['schemas']['RevokedApiKey'];
export type Grant = components['schemas']['Grant'];
export type PaymentBounds = components['schemas']['PaymentBounds'];
export type Wallet = components['schemas']['Wallet'];
export type Entry = components['schemas']['Entry'];
export type EntryList = components['schemas']['EntryList'];
export type GrantList = components['schemas']['GrantList'];
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
export type SavedExport = components['schemas']['SavedExport'];
export type SavedExportList = components['schemas']['SavedExportList'];
export type CreateSavedExport = components['schemas']['CreateSavedExport'];
export type ExportLines = components['schemas']['ExportLines'];
export type ExportTable = components['schemas']['ExportTable'];
export type ExportParquet = components['schemas']['ExportParquet'];
export type Alert = components['schemas']['Alert'];
export type AlertList = components['schemas']['AlertList'];
export type AlertSettings = components['schemas']['AlertSettings'];
export type UpdateAlertSettings = components['schemas']['UpdateAlertSettings'];
export type MetricsFilter = components['schemas']['MetricsFilter'];
export type MetricsQuery = components['schemas']['MetricsQuery'];
export type MetricsGroup = components['schemas']['MetricsGroup'];
export type MetricsTokens = components['schemas']['MetricsTokens'];
export type MetricsLatency = components['schemas']['MetricsLatency'];
export type MetricsRow = components['schemas']['MetricsRow'];
export type Metrics = components['schemas']['Metrics'];
export type ScoreValue = components['schemas']['ScoreValue'];
export type ScoredSpan = components['schemas']['ScoredSpan'];
export type ScoreAttribution = components['schemas']['ScoreAttribution'];
export type Score = components['schemas']['Score'];
export type ScoreList = components['schemas']['ScoreList'];
export type ScoreValueInput = components['schemas']['ScoreValueInput'];
export type ScoredSpanInput = components['schemas']['ScoredSpanInput'];
export type CreateScore = components['schemas']['CreateScore'];
export type Liveness = components['schemas']['Liveness'];
export type Readiness = components['schemas']['Readiness'];
export type OpenApiDocument = components['schemas']['OpenApiDocument'];
export type Page = components['schemas']['Page'];
export type ClientPackage = components['schemas']['ClientPackage'];
export type ClientWheel = components['schemas']['ClientWheel'];
export type DocsFile = components['schemas']['DocsFile'];
export type RequestCollection = components['schemas']['RequestCollection'];
export type DocsIndex = components['schemas']['DocsIndex'];
export type GuideText = components['schemas']['GuideText'];
export type RunErrorCode = components['schemas']['RunErrorCode'];
export type RunEventData = components['schemas']['RunEventData'];
export type RunEvent = components['schemas']['RunEvent'];
export type CreditEventData = components['schemas']['CreditEventData'];
export type CreditEvent = components['schemas']['CreditEvent'];
export type KeyLimitEventData = components['schemas']['KeyLimitEventData'];
export type KeyLimitEvent = components['schemas']['KeyLimitEvent'];
export type FailureRateEventData = components['schemas']['FailureRateEventData'];
export type FailureRateEvent = components['schemas']['FailureRateEvent'];
export type RechargeOffEventData = components['schemas']['RechargeOffEventData'];
export type RechargeOffEvent = components['schemas']['RechargeOffEvent'];
export type BudgetReachedEventData = components['schemas']['BudgetReachedEventData'];
export type BudgetReachedEvent = components['schemas']['BudgetReachedEvent'];
export type CustomerBlockedEventData = components['schemas']['CustomerBlockedEventData'];
export type CustomerBlockedEvent = components['schemas']['CustomerBlockedEvent'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseBadRead = components['responses']['BadRead'];
export type ResponseBadPage = components['responses']['BadPage'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseInsufficientScope = components['responses']['InsufficientScope'];
export type ResponseMethodNotAllowed = components['responses']['MethodNotAllowed'];
export type ResponseRequestTimeout = components['responses']['RequestTimeout'];
export type ResponseBodyTimeout = components['responses']['BodyTimeout'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseHeadersTooLarge = components['responses']['HeadersTooLarge'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseRunInternalError = components['responses']['RunInternalError'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseRunOverloaded = components['responses']['RunOverloaded'];
export type ResponseOverloaded = components['responses']['Overloaded'];
export type ResponseBadEstimate = components['responses']['BadEstimate'];
export type ResponseForbiddenRun = components['responses']['ForbiddenRun'];
export type ResponseUnacceptableEstimate = components['responses']['UnacceptableEstimate'];
export type ResponseBadBatch = components['responses']['BadBatch'];
export type ResponseRepeatedRequestKey = components['responses']['RepeatedRequestKey'];
export type ResponseBadCreation = components['responses']['BadCreation'];
export type ResponseInsufficientCredit = components['responses']['InsufficientCredit'];
export type ResponseForbiddenModelRun = components['responses']['ForbiddenModelRun'];
export type ResponseUnacceptableCreation = components['responses']['UnacceptableCreation'];
export type ResponseCreationRateLimited = components['responses']['CreationRateLimited'];
export type ResponseRunNotFound = components['responses']['RunNotFound'];
export type ResponseBadToolEstimate = components['responses']['BadToolEstimate'];
export type ResponseUnacceptableToolEstimate = components['responses']['UnacceptableToolEstimate'];
export type ResponseBadToolCreation = components['responses']['BadToolCreation'];
export type ResponseInsufficientToolCredit = components['responses']['InsufficientToolCredit'];
export type ResponseForbiddenCreation = components['responses']['ForbiddenCreation'];
export type ResponseUnacceptableToolRun = components['responses']['UnacceptableToolRun'];
export type ResponseBadComputeEstimate = components['responses']['BadComputeEstimate'];
export type ResponseUnacceptableComputeEstimate = components['responses']['UnacceptableComputeEstimate'];
export type ResponseBadComputeCreation = components['responses']['BadComputeCreation'];
export type ResponseInsufficientComputeCredit = components['responses']['InsufficientComputeCredit'];
export type ResponseUnacceptableComputeJob = components['responses']['UnacceptableComputeJob'];
export type ResponseRangeNotSatisfiable = components['responses']['RangeNotSatisfiable'];
export type ResponseDownloadLimited = components['responses']['DownloadLimited'];
export type ResponseToolNotFound = components['responses']['ToolNotFound'];
export type ResponseSaveOverloaded = components['responses']['SaveOverloaded'];
export type ResponseBadPromptVersion = components['responses']['BadPromptVersion'];
export type ResponseForbiddenLabel = components['responses']['ForbiddenLabel'];
export type ResponseVersionConflict = components['responses']['VersionConflict'];
export type ResponseUnacceptablePrompt = components['responses']['UnacceptablePrompt'];
export type ResponsePromptNotFound = components['responses']['PromptNotFound'];
export type ResponseBadLabel = components['responses']['BadLabel'];
export type ResponseLabelMoved = components['responses']['LabelMoved'];
export type ResponseUnacceptableLabel = components['responses']['UnacceptableLabel'];
export type ResponseBadRender = components['responses']['BadRender'];
export type ResponseUnacceptableVariables = components['responses']['UnacceptableVariables'];
export type ResponseModelNotFound = components['responses']['ModelNotFound'];
export type ResponseTraceNotFound = components['responses']['TraceNotFound'];
export type ResponseSpanNotFound = components['responses']['SpanNotFound'];
export type ResponseBadSpans = components['responses']['BadSpans'];
export type ResponseSpansTooLarge = components['responses']['SpansTooLarge'];
export type ResponseUnsupportedSpans = components['responses']['UnsupportedSpans'];
export type ResponseUnacceptableSpans = components['responses']['UnacceptableSpans'];
export type ResponseIngestLimited = components['responses']['IngestLimited'];
export type ResponseBadCustomerCreation = components['responses']['BadCustomerCreation'];
export type ResponseCustomerExists = components['responses']['CustomerExists'];
export type ResponseUnacceptableCustomer = components['responses']['UnacceptableCustomer'];
export type ResponseCustomersUsedUp = components['responses']['CustomersUsedUp'];
export type ResponseCustomerNotFound = components['responses']['CustomerNotFound'];
export type ResponseBadCustomerChange = components['responses']['BadCustomerChange'];
export type ResponseBadCustomerGrant = components['responses']['BadCustomerGrant'];
export type ResponseTooManyCustomerGrants = components['responses']['TooManyCustomerGrants'];
export type ResponseUnacceptableCustomerGrant = components['responses']['UnacceptableCustomerGrant'];
export type ResponseCustomerGrantNotFound = components['responses']['CustomerGrantNotFound'];
export type ResponseBadCustomerSettings = components['responses']['BadCustomerSettings'];
export type ResponseBadKeyCreation = components['responses']['BadKeyCreation'];
export type ResponseInsufficientKeyCredit = components['responses']['InsufficientKeyCredit'];
export type ResponseKeyCreated = components['responses']['KeyCreated'];
export type ResponseBeyondOwnRights = components['responses']['BeyondOwnRights'];
export type ResponseKeyNotFound = components['responses']['KeyNotFound'];
export type ResponseBadKeyChange = components['responses']['BadKeyChange'];
export type ResponseKeyEnded = components['responses']['KeyEnded'];
export type ResponseBeyondOwnKeys = components['responses']['BeyondOwnKeys'];
export type ResponseBadKeyRotation = components['responses']['BadKeyRotation'];
export type ResponseKeyRotated = components['responses']['KeyRotated'];
export type ResponseBadPayment = components['responses']['BadPayment'];
export type ResponsePaymentRefused = components['responses']['PaymentRefused'];
export type ResponseUnacceptablePayment = components['responses']['UnacceptablePayment'];
export type ResponsePaymentsAway = components['responses']['PaymentsAway'];
export type ResponsePaymentNotFound = components['responses']['PaymentNotFound'];
export type ResponseBadRecharge = components['responses']['BadRecharge'];
export type ResponseNoPayments = components['responses']['NoPayments'];
export type ResponseCardPageRefused = components['responses']['CardPageRefused'];
export type ResponseBadEndpoint = components['responses']['BadEndpoint'];
export type ResponseEndpointCreated = components['responses']['EndpointCreated'];
export type ResponseBeyondEndpointRights = components['responses']['BeyondEndpointRights'];
export type ResponseEndpointNotFound = components['responses']['EndpointNotFound'];
export type ResponseBadEndpointChange = components['responses']['BadEndpointChange'];
export type ResponseBadSecretRotation = components['responses']['BadSecretRotation'];
export type ResponseMessageNotFound = components['responses']['MessageNotFound'];
export type ResponseEndpointDisabled = components['responses']['EndpointDisabled'];
export type ResponseBadSavedExport = components['responses']['BadSavedExport'];
export type ResponseTooManySavedExports = components['responses']['TooManySavedExports'];
export type ResponseUnacceptableSavedExport = components['responses']['UnacceptableSavedExport'];
export type ResponseSavedExportNotFound = components['responses']['SavedExportNotFound'];
export type ResponseBeyondAlertRights = components['responses']['BeyondAlertRights'];
export type ResponseBadAlertSettings = components['responses']['BadAlertSettings'];
export type ResponseBadMetrics = components['responses']['BadMetrics'];
export type ResponseMetricsTooWide = components['responses']['MetricsTooWide'];
export type ResponseBadScore = components['responses']['BadScore'];
export type ResponseUnacceptableScore = components['responses']['UnacceptableScore'];
export type ResponseScoreNotFound = components['responses']['ScoreNotFound'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ParameterTraceparent = components['parameters']['Traceparent'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterStateFilter = components['parameters']['StateFilter'];
export type ParameterModelFilter = components['parameters']['ModelFilter'];
export type ParameterCreatedAfter = components['parameters']['CreatedAfter'];
export type ParameterCreatedBefore = components['parameters']['CreatedBefore'];
export type ParameterIdempotencyKeyFilter = components['parameters']['IdempotencyKeyFilter'];
export type ParameterSessionIdFilter = components['parameters']['SessionIdFilter'];
export type ParameterEndUserIdFilter = components['parameters']['EndUserIdFilter'];
export type ParameterPromptIdFilter = components['parameters']['PromptIdFilter'];
export type ParameterPromptVersionFilter = components['parameters']['PromptVersionFilter'];
export type ParameterKeyIdFilter = components['parameters']['KeyIdFilter'];
export type ParameterMetadataFilter = components['parameters']['MetadataFilter'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterPrefer = components['parameters']['Prefer'];
export type ParameterRunId = components['parameters']['RunId'];
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch'];
export type ParameterToolFilter = components['parameters']['ToolFilter'];
export type ParameterParentRunIdFilter = components['parameters']['ParentRunIdFilter'];
export type ParameterToolRunId = components['parameters']['ToolRunId'];
export type ParameterJobStateFilter = components['parameters']['JobStateFilter'];
export type ParameterEnvironmentFilter = components['parameters']['EnvironmentFilter'];
export type ParameterComputeJobId = components['parameters']['ComputeJobId'];
export type ParameterLogStream = components['parameters']['LogStream'];
export type ParameterLogAfter = components['parameters']['LogAfter'];
export type ParameterArtifactName = components['parameters']['ArtifactName'];
export type ParameterArtifactIfNoneMatch = components['parameters']['ArtifactIfNoneMatch'];
export type ParameterRange = components['parameters']['Range'];
export type ParameterIfRange = components['parameters']['IfRange'];
export type ParameterToolId = components['parameters']['ToolId'];
export type ParameterSaveIdempotencyKey = components['parameters']['SaveIdempotencyKey'];
export type ParameterPromptName = components['parameters']['PromptName'];
export type ParameterVersionOfPrompt = components['parameters']['VersionOfPrompt'];
export type ParameterLabelOfPrompt = components['parameters']['LabelOfPrompt'];
export type ParameterPromptIfNoneMatch = components['parameters']['PromptIfNoneMatch'];
export type ParameterPromptLabel = components['parameters']['PromptLabel'];
export type ParameterIfMatch = components['parameters']['IfMatch'];
export type ParameterDiffFrom = components['parameters']['DiffFrom'];
export type ParameterDiffTo = components['parameters']['DiffTo'];
export type ParameterUsageFrom = components['parameters']['UsageFrom'];
export type ParameterUsageTo = components['parameters']['UsageTo'];
export type ParameterSupportedParameterFilter = components['parameters']['SupportedParameterFilter'];
export type ParameterToolsFilter = components['parameters']['ToolsFilter'];
export type ParameterModelId = components['parameters']['ModelId'];
export type ParameterSpanSessionId = components['parameters']['SpanSessionId'];
export type ParameterSpanEndUserId = components['parameters']['SpanEndUserId'];
export type ParameterSpanStatus = components['parameters']['SpanStatus'];
export type ParameterStartedAfter = components['parameters']['StartedAfter'];
export type ParameterStartedBefore = components['parameters']['StartedBefore'];
export type ParameterTraceId = components['parameters']['TraceId'];
export type ParameterSpanId = components['parameters']['SpanId'];
export type ParameterTraceIdFilter = components['parameters']['TraceIdFilter'];
export type ParameterSpanSource = components['parameters']['SpanSource'];
export type ParameterSpanOperation = components['parameters']['SpanOperation'];
export type ParameterSpanModel = components['parameters']['SpanModel'];
export type ParameterSpanTool = components['parameters']['SpanTool'];
export type ParameterCustomerStateFilter = components['parameters']['CustomerStateFilter'];
export type ParameterCustomerOwnBudgets = components['parameters']['CustomerOwnBudgets'];
export type ParameterCustomerCreatedAfter = components['parameters']['CustomerCreatedAfter'];
export type ParameterCustomerCreatedBefore = components['parameters']['CustomerCreatedBefore'];
export type ParameterCustomerIdempotencyKey = components['parameters']['CustomerIdempotencyKey'];
export type ParameterCustomerId = components['parameters']['CustomerId'];
export type ParameterGrantIdempotencyKey = components['parameters']['GrantIdempotencyKey'];
export type ParameterGrantId = components['parameters']['GrantId'];
export type ParameterMonth = components['parameters']['Month'];
export type ParameterTimeZone = components['parameters']['TimeZone'];
export type ParameterCustomerSearch = components['parameters']['CustomerSearch'];
export type ParameterCustomerSort = components['parameters']['CustomerSort'];
export type ParameterKeyStatus = components['parameters']['KeyStatus'];
export type ParameterCreatedByKeyId = components['parameters']['CreatedByKeyId'];
export type ParameterKeyCreatedAfter = components['parameters']['KeyCreatedAfter'];
export type ParameterKeyCreatedBefore = components['parameters']['KeyCreatedBefore'];
export type ParameterKeyRequestKey = components['parameters']['KeyRequestKey'];
export type ParameterKeyId = components['parameters']['KeyId'];
export type ParameterEntryKind = components['parameters']['EntryKind'];
export type ParameterRunIdFilter = components['parameters']['RunIdFilter'];
export type ParameterEntryKeyId = components['parameters']['EntryKeyId'];
export type ParameterBilledAfter = components['parameters']['BilledAfter'];
export type ParameterBilledBefore = components['parameters']['BilledBefore'];
export type ParameterPaymentStateFilter = components['parameters']['PaymentStateFilter'];
export type ParameterPaymentRequestKey = components['parameters']['PaymentRequestKey'];
export type ParameterBillingPaymentId = components['parameters']['BillingPaymentId'];
export type ParameterEndpointRequestKey = components['parameters']['EndpointRequestKey'];
export type ParameterEndpointId = components['parameters']['EndpointId'];
export type ParameterDeliveryStateFilter = components['parameters']['DeliveryStateFilter'];
export type ParameterMessageId = components['parameters']['MessageId'];
export type ParameterSavedAfter = components['parameters']['SavedAfter'];
export type ParameterSavedBefore = components['parameters']['SavedBefore'];
export type ParameterSavedExportRequestKey = components['parameters']['SavedExportRequestKey'];
export type ParameterSavedExportId = components['parameters']['SavedExportId'];
export type ParameterSavedExportAt = components['parameters']['SavedExportAt'];
export type ParameterAlertKindFilter = components['parameters']['AlertKindFilter'];
export type ParameterAlertStateFilter = components['parameters']['AlertStateFilter'];
export type ParameterAlertCreatedAfter = components['parameters']['AlertCreatedAfter'];
export type ParameterAlertCreatedBefore = components['parameters']['AlertCreatedBefore'];
export type ParameterScoreRunId = components['parameters']['ScoreRunId'];
export type ParameterScoreTraceId = components['parameters']['ScoreTraceId'];
export type ParameterScoreSpanId = components['parameters']['ScoreSpanId'];
export type ParameterScoreSessionId = components['parameters']['ScoreSessionId'];
export type ParameterScoreName = components['parameters']['ScoreName'];
export type ParameterScoreSource = components['parameters']['ScoreSource'];
export type ParameterScorePromptId = components['parameters']['ScorePromptId'];
export type ParameterScorePromptVersion = components['parameters']['ScorePromptVersion'];
export type ParameterScoreCreatedAfter = components['parameters']['ScoreCreatedAfter'];
export type ParameterScoreCreatedBefore = components['parameters']['ScoreCreatedBefore'];
export type ParameterScoreIdempotencyKey = components['parameters']['ScoreIdempotencyKey'];
export type ParameterScoreId = components['parameters']['ScoreId'];
export type ParameterDataset = components['parameters']['Dataset'];
export type ParameterExportFormat = components['parameters']['ExportFormat'];
export type ParameterExportFrom = components['parameters']['ExportFrom'];
export type ParameterExportTo = components['parameters']['ExportTo'];
export type ParameterExportEndUser = components['parameters']['ExportEndUser'];
export type ParameterWebhookId = components['parameters']['WebhookId'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type HeaderXRequestId = components['headers']['XRequestId'];
export type HeaderContentTypeOptions = components['headers']['ContentTypeOptions'];
export type HeaderCacheControl = components['headers']['CacheControl'];
export type HeaderVary = components['headers']['Vary'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimitPolicy'];
export type HeaderCacheControlNoStore = components['headers']['CacheControlNoStore'];
export type HeaderWwwAuthenticate = components['headers']['WwwAuthenticate'];
export type HeaderWwwAuthenticateScope = components['headers']['WwwAuthenticateScope'];
export type HeaderAllow = components['headers']['Allow'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderWwwAuthenticateRun = components['headers']['WwwAuthenticateRun'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderContentLocation = components['headers']['ContentLocation'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderIdempotentReplayed = components['headers']['IdempotentReplayed'];
export type HeaderPreferenceApplied = components['headers']['PreferenceApplied'];
export type HeaderArtifactETag = components['headers']['ArtifactETag'];
export type HeaderAcceptRanges = components['headers']['AcceptRanges'];
export type HeaderContentRange = components['headers']['ContentRange'];
export type HeaderSizeOfFile = components['headers']['SizeOfFile'];
export type HeaderPromptLocation = components['headers']['PromptLocation'];
export type HeaderPromptETag = components['headers']['PromptETag'];
export type HeaderSaveReplayed = components['headers']['SaveReplayed'];
export type HeaderWwwAuthenticateLabel = components['headers']['WwwAuthenticateLabel'];
export type HeaderCustomerLocation = components['headers']['CustomerLocation'];
export type HeaderCustomerReplayed = components['headers']['CustomerReplayed'];
export type HeaderGrantLocation = components['headers']['GrantLocation'];
export type HeaderGrantReplayed = components['headers']['GrantReplayed'];
export type HeaderKeyLocation = components['headers']['KeyLocation'];
export type HeaderPaymentLocation = components['headers']['PaymentLocation'];
export type HeaderPaymentReplayed = components['headers']['PaymentReplayed'];
export type HeaderRechargeLocation = components['headers']['RechargeLocation'];
export type HeaderDetailsLocation = components['headers']['DetailsLocation'];
export type HeaderEndpointLocation = components['headers']['EndpointLocation'];
export type HeaderSavedExportLocation = components['headers']['SavedExportLocation'];
export type HeaderSavedExportReplayed = components['headers']['SavedExportReplayed'];
export type HeaderExportFileName = components['headers']['ExportFileName'];
export type HeaderScoreLocation = components['headers']['ScoreLocation'];
export type HeaderCacheControlPage = components['headers']['CacheControlPage'];
export type HeaderPageETag = components['headers']['PageETag'];
export type HeaderContentSecurityPolicy = components['headers']['ContentSecurityPolicy'];
export type HeaderContentEncoding = components['headers']['ContentEncoding'];
export type HeaderPackageETag = components['headers']['PackageETag'];
export type HeaderPolicyOfPage = components['headers']['PolicyOfPage'];
export type HeaderTextETag = components['headers']['TextETag'];
export type HeaderSectionLocation = components['headers']['SectionLocation'];
export type $defs = Record<string, never>;
export interface operations {
    getModelRunLimits: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits in force. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRunLimits"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    estimateModelRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The run that you may want to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateModelRun"];
            };
        };
        responses: {
            /** @description The hold that creating this run now would take, covered or not. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRunEstimate"];
                };
            };
            400: components["responses"]["BadEstimate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenRun"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableEstimate"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createModelRunBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The runs to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateModelRunBatch"];
            };
        };
        responses: {
            /** @description The result of each. Some, or all, may have been refused. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRunBatch"];
                };
            };
            400: components["responses"]["BadBatch"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RepeatedRequestKey"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listModelRuns: {
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
                 * @description Only the run with this request key, in its bare form.
                 * @example invoice-2025-0042-summary
                 */
                idempotencyKey?: components["parameters"]["IdempotencyKeyFilter"];
                /**
                 * @description Only runs attributed to this session.
                 * @example chat-7731
                 */
                sessionId?: components["parameters"]["SessionIdFilter"];
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
                /**
                 * @description Only runs attributed to this version of a prompt template, best together with `promptId`.
                 * @example 7
                 */
                promptVersion?: components["parameters"]["PromptVersionFilter"];
                /**
                 * @description Only runs that this API key of the workspace has created. A key that is not known has none.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId?: components["parameters"]["KeyIdFilter"];
                /**
                 * @description Only runs with this label: its name, a colon, and the whole value, as in `metadata=team:billing`. Repeat it for
                 *     several labels that a run has to have. A value may hold colons itself.
                 * @example [
                 *       "team:billing"
                 *     ]
                 */
                metadata?: components["parameters"]["MetadataFilter"];
            };
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRunList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createModelRun: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this creation: 1 to 255 visible ASCII characters of your choice, unique to the run that
                 *     you want. A value that starts with a quote must be one structured-field string of RFC 9651, and means the
                 *     same key as its bare form. A key belongs to the workspace and is kept as long as its run: the same key and
                 *     body give the same run for ever, the same key and another body are refused.
                 * @example invoice-2025-0042-summary
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /**
                 * @description `wait=N` (RFC 7240) holds the response for up to N seconds, at most 50, until the run is terminal. When
                 *     `If-None-Match` is given as well, it ends with any change of the run. While it waits, a run whose outcome or
                 *     price is open is looked up as by a read. Anything else is ignored.
                 * @example wait=20
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The run to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateModelRun"];
            };
        };
        responses: {
            /** @description The run, which is terminal already. It can have failed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Content-Location": components["headers"]["ContentLocation"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRun"];
                };
            };
            /** @description The run, which is pending. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    Location: components["headers"]["Location"];
                    "Content-Location": components["headers"]["ContentLocation"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRun"];
                };
            };
            400: components["responses"]["BadCreation"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientCredit"];
            403: components["responses"]["ForbiddenModelRun"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableCreation"];
            429: components["responses"]["CreationRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getModelRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=N` (RFC 7240) holds the response for up to N seconds, at most 50, until the run is terminal. When
                 *     `If-None-Match` is given as well, it ends with any change of the run. While it waits, a run whose outcome or
                 *     price is open is looked up as by a read. Anything else is ignored.
                 * @example wait=20
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Entity tags of versions that you have. Where the run still has one of them, the answer is 304.
                 * @example W/"7"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a run of your workspace. A malformed one is answered like one that does not exist.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. `Retry-After` is there while it is pending. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRun"];
                };
            };
            /** @description The run is still at a version named in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["RunNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    cancelModelRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=N` (RFC 7240) holds the response for up to N seconds, at most 50, until the run is terminal. When
                 *     `If-None-Match` is given as well, it ends with any change of the run. While it waits, a run whose outcome or
                 *     price is open is looked up as by a read. Anything else is ignored.
                 * @example wait=20
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a run of your workspace. A malformed one is answered like one that does not exist.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                id: components["parameters"]["RunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run, which had ended before the request, or has ended by it or during the wait. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Content-Location": components["headers"]["ContentLocation"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRun"];
                };
            };
            /** @description The cancel request is saved, and the run goes on: as it is now, or with `Prefer` as it is at the end of the wait. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Content-Location": components["headers"]["ContentLocation"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRun"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["RunNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getToolRunLimits: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits in force. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRunLimits"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    estimateToolRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The run that you may want to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateToolRun"];
            };
        };
        responses: {
            /** @description The hold that creating this run now would take, covered or not. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRunEstimate"];
                };
            };
            400: components["responses"]["BadToolEstimate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableToolEstimate"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listToolRuns: {
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
                 * @example sandbox/echo
                 */
                tool?: components["parameters"]["ToolFilter"];
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
                 * @description Only the run with this request key, in its bare form.
                 * @example invoice-2025-0042-summary
                 */
                idempotencyKey?: components["parameters"]["IdempotencyKeyFilter"];
                /**
                 * @description Only runs attributed to this session.
                 * @example chat-7731
                 */
                sessionId?: components["parameters"]["SessionIdFilter"];
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
                /**
                 * @description Only runs attributed to this version of a prompt template, best together with `promptId`.
                 * @example 7
                 */
                promptVersion?: components["parameters"]["PromptVersionFilter"];
                /**
                 * @description Only runs that this API key of the workspace has created. A key that is not known has none.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId?: components["parameters"]["KeyIdFilter"];
                /**
                 * @description Only runs with this label: its name, a colon, and the whole value, as in `metadata=team:billing`. Repeat it for
                 *     several labels that a run has to have. A value may hold colons itself.
                 * @example [
                 *       "team:billing"
                 *     ]
                 */
                metadata?: components["parameters"]["MetadataFilter"];
                /**
                 * @description Only runs that this run wanted, as `parent` of their creation says.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                parentRunId?: components["parameters"]["ParentRunIdFilter"];
            };
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRunList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createToolRun: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this creation: 1 to 255 visible ASCII characters of your choice, unique to the run that
                 *     you want. A value that starts with a quote must be one structured-field string of RFC 9651, and means the
                 *     same key as its bare form. A key belongs to the workspace and is kept as long as its run: the same key and
                 *     body give the same run for ever, the same key and another body are refused.
                 * @example invoice-2025-0042-summary
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /**
                 * @description `wait=N` (RFC 7240) holds the response for up to N seconds, at most 50, until the run is terminal. When
                 *     `If-None-Match` is given as well, it ends with any change of the run. While it waits, a run whose outcome or
                 *     price is open is looked up as by a read. Anything else is ignored.
                 * @example wait=20
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The run to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateToolRun"];
            };
        };
        responses: {
            /** @description The run, which is terminal already. It can have failed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Content-Location": components["headers"]["ContentLocation"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRun"];
                };
            };
            /** @description The run, which is pending. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    Location: components["headers"]["Location"];
                    "Content-Location": components["headers"]["ContentLocation"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRun"];
                };
            };
            400: components["responses"]["BadToolCreation"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientToolCredit"];
            403: components["responses"]["ForbiddenCreation"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableToolRun"];
            429: components["responses"]["CreationRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getToolRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=N` (RFC 7240) holds the response for up to N seconds, at most 50, until the run is terminal. When
                 *     `If-None-Match` is given as well, it ends with any change of the run. While it waits, a run whose outcome or
                 *     price is open is looked up as by a read. Anything else is ignored.
                 * @example wait=20
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Entity tags of versions that you have. Where the run still has one of them, the answer is 304.
                 * @example W/"7"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a tool run of your workspace. A malformed one is answered like one that does not exist.
                 * @example trun_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                id: components["parameters"]["ToolRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. `Retry-After` is there while it is pending. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRun"];
                };
            };
            /** @description The run is still at a version named in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["RunNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    cancelToolRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=N` (RFC 7240) holds the response for up to N seconds, at most 50, until the run is terminal. When
                 *     `If-None-Match` is given as well, it ends with any change of the run. While it waits, a run whose outcome or
                 *     price is open is looked up as by a read. Anything else is ignored.
                 * @example wait=20
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a tool run of your workspace. A malformed one is answered like one that does not exist.
                 * @example trun_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                id: components["parameters"]["ToolRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run, which had ended before the request, or has ended by it or during the wait. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Content-Location": components["headers"]["ContentLocation"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRun"];
                };
            };
            /** @description The cancel request is saved, and the run goes on: as it is now, or with `Prefer` as it is at the end of the wait. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Content-Location": components["headers"]["ContentLocation"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRun"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["RunNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getComputeJobLimits: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits in force. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeJobLimits"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    estimateComputeJob: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The run that you may want to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateComputeJob"];
            };
        };
        responses: {
            /** @description The hold that creating this run now would take, covered or not. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeJobEstimate"];
                };
            };
            400: components["responses"]["BadComputeEstimate"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableComputeEstimate"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listComputeJobs: {
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
                /**
                 * @description Only jobs in this state. Repeat it for several: `state=queued&state=running`. A state that this version does not know
                 *     is refused with 400: what answers may hold is open, what can be asked for is not.
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
                 * @description Only the run with this request key, in its bare form.
                 * @example invoice-2025-0042-summary
                 */
                idempotencyKey?: components["parameters"]["IdempotencyKeyFilter"];
                /**
                 * @description Only runs attributed to this session.
                 * @example chat-7731
                 */
                sessionId?: components["parameters"]["SessionIdFilter"];
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
                /**
                 * @description Only runs attributed to this version of a prompt template, best together with `promptId`.
                 * @example 7
                 */
                promptVersion?: components["parameters"]["PromptVersionFilter"];
                /**
                 * @description Only runs that this API key of the workspace has created. A key that is not known has none.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId?: components["parameters"]["KeyIdFilter"];
                /**
                 * @description Only runs with this label: its name, a colon, and the whole value, as in `metadata=team:billing`. Repeat it for
                 *     several labels that a run has to have. A value may hold colons itself.
                 * @example [
                 *       "team:billing"
                 *     ]
                 */
                metadata?: components["parameters"]["MetadataFilter"];
                /**
                 * @description Only runs that this run wanted, as `parent` of their creation says.
                 * @example run_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                parentRunId?: components["parameters"]["ParentRunIdFilter"];
            };
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeJobList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createComputeJob: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this creation: 1 to 255 visible ASCII characters of your choice, unique to the run that
                 *     you want. A value that starts with a quote must be one structured-field string of RFC 9651, and means the
                 *     same key as its bare form. A key belongs to the workspace and is kept as long as its run: the same key and
                 *     body give the same run for ever, the same key and another body are refused.
                 * @example invoice-2025-0042-summary
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /**
                 * @description `wait=N` (RFC 7240) holds the response for up to N seconds, at most 50, until the run is terminal. When
                 *     `If-None-Match` is given as well, it ends with any change of the run. While it waits, a run whose outcome or
                 *     price is open is looked up as by a read. Anything else is ignored.
                 * @example wait=20
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The run to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateComputeJob"];
            };
        };
        responses: {
            /** @description The run, which is terminal already. It can have failed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Content-Location": components["headers"]["ContentLocation"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeJob"];
                };
            };
            /** @description The run, which is pending. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    Location: components["headers"]["Location"];
                    "Content-Location": components["headers"]["ContentLocation"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeJob"];
                };
            };
            400: components["responses"]["BadComputeCreation"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientComputeCredit"];
            403: components["responses"]["ForbiddenCreation"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableComputeJob"];
            429: components["responses"]["CreationRateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getComputeJob: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=N` (RFC 7240) holds the response for up to N seconds, at most 50, until the run is terminal. When
                 *     `If-None-Match` is given as well, it ends with any change of the run. While it waits, a run whose outcome or
                 *     price is open is looked up as by a read. Anything else is ignored.
                 * @example wait=20
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description Entity tags of versions that you have. Where the run still has one of them, the answer is 304.
                 * @example W/"7"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a compute job of your workspace. A malformed one is answered like one that does not exist.
                 * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                id: components["parameters"]["ComputeJobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. `Retry-After` is there while it is pending. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeJob"];
                };
            };
            /** @description The run is still at a version named in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["RunNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    cancelComputeJob: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=N` (RFC 7240) holds the response for up to N seconds, at most 50, until the run is terminal. When
                 *     `If-None-Match` is given as well, it ends with any change of the run. While it waits, a run whose outcome or
                 *     price is open is looked up as by a read. Anything else is ignored.
                 * @example wait=20
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a compute job of your workspace. A malformed one is answered like one that does not exist.
                 * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                id: components["parameters"]["ComputeJobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, which had ended before the request, or has ended by it or during the wait. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Content-Location": components["headers"]["ContentLocation"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeJob"];
                };
            };
            /** @description The cancel request is saved, and the job goes on: as it is now, or with `Prefer` as it is at the end of the wait. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Content-Location": components["headers"]["ContentLocation"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeJob"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["RunNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getComputeJobLogs: {
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a compute job of your workspace. A malformed one is answered like one that does not exist.
                 * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                id: components["parameters"]["ComputeJobId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeJobLog"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["RunNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getComputeJobArtifact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of files that you have. Where the artifact is one of them, the answer is 304.
                 * @example "d50d13969764d0dab0a08fff64278764011d09652406a02f8c58455872371065"
                 */
                "If-None-Match"?: components["parameters"]["ArtifactIfNoneMatch"];
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
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a compute job of your workspace. A malformed one is answered like one that does not exist.
                 * @example job_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                id: components["parameters"]["ComputeJobId"];
                /**
                 * @description The name of the artifact, percent-encoded as one segment of the path.
                 * @example result.json
                 */
                name: components["parameters"]["ArtifactName"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ArtifactETag"];
                    "Accept-Ranges": components["headers"]["AcceptRanges"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": components["schemas"]["ArtifactContent"];
                };
            };
            /** @description The requested part of the file. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ArtifactETag"];
                    "Accept-Ranges": components["headers"]["AcceptRanges"];
                    "Content-Range": components["headers"]["ContentRange"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": components["schemas"]["ArtifactContent"];
                };
            };
            /** @description The file is one that is named in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ArtifactETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["RunNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listComputeEnvironments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalog. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComputeEnvironmentList"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listTools: {
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the catalog. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getTool: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The exact identifier of a tool, percent-encoded as one segment of the path: `sandbox%2Fecho` is `sandbox/echo`.
                 * @example sandbox/echo
                 */
                id: components["parameters"]["ToolId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tool. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogTool"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ToolNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listPrompts: {
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of prompts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["SaveOverloaded"];
        };
    };
    createPromptVersion: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this save: 1 to 255 visible ASCII characters of your choice, unique to the version that you want to
                 *     save. A value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its
                 *     bare form. A key belongs to the workspace and is kept as long as its version: the same key and body give the same version
                 *     for ever, the same key and another body are refused. Keys of saves and keys of runs do not meet.
                 * @example invoice-summary-reader
                 */
                "Idempotency-Key": components["parameters"]["SaveIdempotencyKey"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The version to save. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePromptVersion"];
            };
        };
        responses: {
            /** @description The version, as it was saved now or before. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["PromptLocation"];
                    ETag: components["headers"]["PromptETag"];
                    "Idempotent-Replayed": components["headers"]["SaveReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptVersion"];
                };
            };
            400: components["responses"]["BadPromptVersion"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenLabel"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            409: components["responses"]["VersionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptablePrompt"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["SaveOverloaded"];
        };
    };
    getPrompt: {
        parameters: {
            query?: {
                /**
                 * @description The number of the version.
                 * @example 7
                 */
                version?: components["parameters"]["VersionOfPrompt"];
                /**
                 * @description The label that is on the version, or `latest` for the newest one. Without it and `version` it is `production`.
                 * @example production
                 */
                label?: components["parameters"]["LabelOfPrompt"];
            };
            header?: {
                /**
                 * @description Entity tags of answers that you have. Where the answer would be one of them, it is 304.
                 * @example "7-production"
                 */
                "If-None-Match"?: components["parameters"]["PromptIfNoneMatch"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The name of a prompt of your workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
                 *     `support/answer`. A malformed one is answered like one that does not exist.
                 * @example invoice-summary
                 */
                name: components["parameters"]["PromptName"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["PromptETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptVersion"];
                };
            };
            /** @description The version and its labels are as in the answer that one of the tags came with. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["PromptETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PromptNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["SaveOverloaded"];
        };
    };
    listPromptVersions: {
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The name of a prompt of your workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
                 *     `support/answer`. A malformed one is answered like one that does not exist.
                 * @example invoice-summary
                 */
                name: components["parameters"]["PromptName"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptVersionList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PromptNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["SaveOverloaded"];
        };
    };
    updatePromptLabel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The entity tag that the version of the label was read with. The label is moved only if it is on that version still,
                 *     else the answer is 412; other labels that came to the version or left it since make no difference. Left out, it is moved
                 *     whatever version it is on.
                 * @example "6-production"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The name of a prompt of your workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
                 *     `support/answer`. A malformed one is answered like one that does not exist.
                 * @example invoice-summary
                 */
                name: components["parameters"]["PromptName"];
                /**
                 * @description The label to move. `latest` is always on the newest version, and is refused.
                 * @example production
                 */
                label: components["parameters"]["PromptLabel"];
            };
            cookie?: never;
        };
        /** @description Where the label goes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePromptLabel"];
            };
        };
        responses: {
            /** @description The version that the label is on now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["PromptETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptVersion"];
                };
            };
            400: components["responses"]["BadLabel"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenLabel"];
            404: components["responses"]["PromptNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            412: components["responses"]["LabelMoved"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableLabel"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["SaveOverloaded"];
        };
    };
    renderPrompt: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The name of a prompt of your workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
                 *     `support/answer`. A malformed one is answered like one that does not exist.
                 * @example invoice-summary
                 */
                name: components["parameters"]["PromptName"];
            };
            cookie?: never;
        };
        /** @description Which version, and the values. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderPrompt"];
            };
        };
        responses: {
            /** @description The messages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedPrompt"];
                };
            };
            400: components["responses"]["BadRender"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PromptNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableVariables"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["SaveOverloaded"];
        };
    };
    getPromptDiff: {
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The name of a prompt of your workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
                 *     `support/answer`. A malformed one is answered like one that does not exist.
                 * @example invoice-summary
                 */
                name: components["parameters"]["PromptName"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptDiff"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PromptNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["SaveOverloaded"];
        };
    };
    getPromptUsage: {
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The name of a prompt of your workspace, percent-encoded as one segment of the path: `support%2Fanswer` is
                 *     `support/answer`. A malformed one is answered like one that does not exist.
                 * @example invoice-summary
                 */
                name: components["parameters"]["PromptName"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptUsage"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PromptNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["SaveOverloaded"];
        };
    };
    listModels: {
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
                /**
                 * @description Only models that have this name among their `supportedParameters`. Repeat it for several that a model has to have.
                 *     A name that this version does not know is refused with 400.
                 * @example [
                 *       "structured_outputs"
                 *     ]
                 */
                supportedParameter?: components["parameters"]["SupportedParameterFilter"];
                /**
                 * @description Only models that call functions, or with `false` only those that do not.
                 * @example true
                 */
                tools?: components["parameters"]["ToolsFilter"];
            };
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the catalog. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The exact identifier of a model, percent-encoded as one segment of the path: `sandbox%2Fecho` is `sandbox/echo`.
                 * @example sandbox/tool-caller
                 */
                id: components["parameters"]["ModelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ModelNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    getObservabilityLimits: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits in force. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObservabilityLimits"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
        };
    };
    listTraces: {
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
            };
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of traces. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraceList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getTrace: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trace"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["TraceNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getSpan: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Span"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["SpanNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listSpans: {
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
                /**
                 * @description Only spans of this trace.
                 * @example 0198142d93af72349a0d8589e41b9b9f
                 */
                traceId?: components["parameters"]["TraceIdFilter"];
                /**
                 * @description Only spans of runs, or only those that programs sent.
                 * @example run
                 */
                source?: components["parameters"]["SpanSource"];
                /**
                 * @description Only spans of this operation, such as `chat` or `execute_tool`.
                 * @example chat
                 */
                operation?: components["parameters"]["SpanOperation"];
                /**
                 * @description Only spans of this exact model.
                 * @example sandbox/echo
                 */
                model?: components["parameters"]["SpanModel"];
                /**
                 * @description Only spans of this exact tool.
                 * @example sandbox/echo
                 */
                tool?: components["parameters"]["SpanTool"];
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
            };
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of spans. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpanList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listSessions: {
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
                 * @description Only what has spans that started later than this moment.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                startedAfter?: components["parameters"]["StartedAfter"];
                /**
                 * @description Only what has spans that started earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                startedBefore?: components["parameters"]["StartedBefore"];
            };
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listEndUsers: {
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
                 * @description Only what has spans that started later than this moment.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                startedAfter?: components["parameters"]["StartedAfter"];
                /**
                 * @description Only what has spans that started earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                startedBefore?: components["parameters"]["StartedBefore"];
            };
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of end users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndUserList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createSpans: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * @description An `ExportTraceServiceRequest`: at most 4,194,304 bytes, compressed or not, and at most 10,000 spans. Members that
         *     the protocol does not have are ignored. A compressed body counts as many bytes as it has without that.
         */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OtlpTraces"];
                "application/x-protobuf": string;
            };
        };
        responses: {
            /** @description The spans are saved, except those that `partialSuccess` counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtlpTracesSaved"];
                    "application/x-protobuf": string;
                };
            };
            400: components["responses"]["BadSpans"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["SpansTooLarge"];
            415: components["responses"]["UnsupportedSpans"];
            422: components["responses"]["UnacceptableSpans"];
            429: components["responses"]["IngestLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listCustomers: {
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
                 * @description Only customers that were made, or appeared, later than this moment.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["CustomerCreatedAfter"];
                /**
                 * @description Only customers that were made, or appeared, earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["CustomerCreatedBefore"];
            };
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of customers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this customer: 1 to 255 visible ASCII characters of your choice, unique to the customer that you want.
                 *     A value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form. The
                 *     same key and body give the same customer, the same key and another body are refused.
                 * @example customer-204-signed-up
                 */
                "Idempotency-Key": components["parameters"]["CustomerIdempotencyKey"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["CustomerLocation"];
                    "Idempotent-Replayed": components["headers"]["CustomerReplayed"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["CustomerLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["BadCustomerCreation"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            409: components["responses"]["CustomerExists"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableCustomer"];
            429: components["responses"]["CustomersUsedUp"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`, percent-encoded as one segment of the path.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["CustomerNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    deleteCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`, percent-encoded as one segment of the path.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedCustomer"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["CustomerNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`, percent-encoded as one segment of the path.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["BadCustomerChange"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["CustomerNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listCustomerGrants: {
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`, percent-encoded as one segment of the path.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerGrantList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["CustomerNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createCustomerGrant: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this grant: 1 to 255 visible ASCII characters of your choice, unique to the grant that you want, such as the
                 *     number of the order. A value that starts with a quote must be one structured-field string of RFC 9651, and means the same key
                 *     as its bare form. The same key, customer and body give one grant; the same key with anything else is refused.
                 * @example order-7731
                 */
                "Idempotency-Key": components["parameters"]["GrantIdempotencyKey"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`, percent-encoded as one segment of the path.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["GrantLocation"];
                    "Idempotent-Replayed": components["headers"]["GrantReplayed"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["GrantLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerGrant"];
                };
            };
            400: components["responses"]["BadCustomerGrant"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["CustomerNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            409: components["responses"]["TooManyCustomerGrants"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableCustomerGrant"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getCustomerGrant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`, percent-encoded as one segment of the path.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerId"];
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
            /** @description The grant. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerGrant"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["CustomerGrantNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    revokeCustomerGrant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The end user, as runs name it in `attribution.endUserId`, percent-encoded as one segment of the path.
                 * @example customer-204
                 */
                endUserId: components["parameters"]["CustomerId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerGrant"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["CustomerGrantNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listCustomerSpending: {
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of customers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendingCustomerList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getCustomerSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSettings"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    updateCustomerSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What changes. */
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSettings"];
                };
            };
            400: components["responses"]["BadCustomerSettings"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account of the key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description Only keys that work, that have expired, or that were revoked.
                 * @example active
                 */
                status?: components["parameters"]["KeyStatus"];
                /**
                 * @description Only keys that this key has created. A key that is not known has created none.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                createdByKeyId?: components["parameters"]["CreatedByKeyId"];
                /**
                 * @description Only keys created later than this moment.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["KeyCreatedAfter"];
                /**
                 * @description Only keys created earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["KeyCreatedBefore"];
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this creation: 1 to 255 visible ASCII characters of your choice, unique to the key that you want. A
                 *     value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form.
                 *     It belongs to the workspace and makes one key, however often it is sent.
                 * @example key-of-customer-118
                 */
                "Idempotency-Key": components["parameters"]["KeyRequestKey"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The key to create. */
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["KeyLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["BadKeyCreation"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientKeyCredit"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            409: components["responses"]["KeyCreated"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["BeyondOwnRights"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a key of your workspace. A malformed one is answered like one that does not exist.
                 * @example key_01k0b1s3v5w7y9a2c4e6g8j0m1
                 */
                id: components["parameters"]["KeyId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["KeyNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a key of your workspace. A malformed one is answered like one that does not exist.
                 * @example key_01k0b1s3v5w7y9a2c4e6g8j0m1
                 */
                id: components["parameters"]["KeyId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadKeyChange"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientKeyCredit"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["KeyNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            409: components["responses"]["KeyEnded"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["BeyondOwnKeys"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a key of your workspace. A malformed one is answered like one that does not exist.
                 * @example key_01k0b1s3v5w7y9a2c4e6g8j0m1
                 */
                id: components["parameters"]["KeyId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["KeyLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedApiKey"];
                };
            };
            400: components["responses"]["BadKeyRotation"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["KeyNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            409: components["responses"]["KeyRotated"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["BeyondOwnKeys"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a key of your workspace. A malformed one is answered like one that does not exist.
                 * @example key_01k0b1s3v5w7y9a2c4e6g8j0m1
                 */
                id: components["parameters"]["KeyId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedApiKey"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["KeyNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["BeyondOwnKeys"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getBillingWallet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listBillingEntries: {
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
                 * @description Only entries of runs that this API key of the workspace has created, and of its credit. A key that is not known has none.
                 * @example key_01jzw8y2m4e6rb5s7t9v1x3c0d
                 */
                keyId?: components["parameters"]["EntryKeyId"];
                /**
                 * @description Only what was made later than this moment.
                 * @example 2025-06-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["BilledAfter"];
                /**
                 * @description Only what was made earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["BilledBefore"];
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listBillingGrants: {
        parameters: {
            query?: {
                /**
                 * @description Only what was made later than this moment.
                 * @example 2025-06-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["BilledAfter"];
                /**
                 * @description Only what was made earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["BilledBefore"];
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of grants. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listBillingPayments: {
        parameters: {
            query?: {
                /**
                 * @description Only payments in this state. Repeat it for several.
                 * @example [
                 *       "succeeded"
                 *     ]
                 */
                state?: components["parameters"]["PaymentStateFilter"];
                /**
                 * @description Only what was made later than this moment.
                 * @example 2025-06-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["BilledAfter"];
                /**
                 * @description Only what was made earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["BilledBefore"];
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createBillingPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this payment: 1 to 255 visible ASCII characters of your choice, unique to the payment that you want. A
                 *     value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form.
                 *     It belongs to the workspace and is kept as long as the payment: the same key and amount give the same payment for ever, the
                 *     same key and another amount are refused.
                 * @example top-up-2025-07-22
                 */
                "Idempotency-Key": components["parameters"]["PaymentRequestKey"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The amount. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePayment"];
            };
        };
        responses: {
            /** @description The request key was known, and this is the payment that it started, as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["PaymentLocation"];
                    "Idempotent-Replayed": components["headers"]["PaymentReplayed"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["PaymentLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["BadPayment"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            409: components["responses"]["PaymentRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptablePayment"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["PaymentsAway"];
        };
    };
    getBillingPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a payment of your workspace. A malformed one is answered like one that does not exist.
                 * @example pay_01k0b6m2s4fq8v3x7c9d1h5j0n
                 */
                id: components["parameters"]["BillingPaymentId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PaymentNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getBillingRecharge: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The auto-recharge. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRecharge"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    updateBillingRecharge: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutoRecharge"];
                };
            };
            400: components["responses"]["BadRecharge"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            409: components["responses"]["NoPayments"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    deleteBillingRecharge: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no auto-recharge any more. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createBillingCardPage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
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
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["RechargeLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardSetup"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["CardPageRefused"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["PaymentsAway"];
        };
    };
    getBillingDetails: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The billing details, as far as somebody has entered them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Billing"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["NoPayments"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["PaymentsAway"];
        };
    };
    createBillingDetailsPage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
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
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["DetailsLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingPage"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["NoPayments"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["PaymentsAway"];
        };
    };
    listEndpoints: {
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createEndpoint: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this creation: 1 to 255 visible ASCII characters of your choice, unique to the endpoint that you want. A
                 *     value that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form.
                 *     It belongs to the workspace and makes one endpoint, however often it is sent. Deleting the endpoint frees it.
                 * @example endpoint-of-production
                 */
                "Idempotency-Key": components["parameters"]["EndpointRequestKey"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The endpoint to create. */
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["EndpointLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
            400: components["responses"]["BadEndpoint"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            409: components["responses"]["EndpointCreated"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["BeyondEndpointRights"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a webhook endpoint of your workspace. A malformed one is answered like one that does not exist.
                 * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
                 */
                id: components["parameters"]["EndpointId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["EndpointNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    deleteEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a webhook endpoint of your workspace. A malformed one is answered like one that does not exist.
                 * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
                 */
                id: components["parameters"]["EndpointId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["EndpointNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    updateEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a webhook endpoint of your workspace. A malformed one is answered like one that does not exist.
                 * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
                 */
                id: components["parameters"]["EndpointId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["BadEndpointChange"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["EndpointNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["BeyondEndpointRights"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    rotateEndpointSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a webhook endpoint of your workspace. A malformed one is answered like one that does not exist.
                 * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
                 */
                id: components["parameters"]["EndpointId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["EndpointLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
            400: components["responses"]["BadSecretRotation"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["EndpointNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["BeyondEndpointRights"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listEndpointMessages: {
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a webhook endpoint of your workspace. A malformed one is answered like one that does not exist.
                 * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
                 */
                id: components["parameters"]["EndpointId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["EndpointNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createEndpointResend: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a webhook endpoint of your workspace. A malformed one is answered like one that does not exist.
                 * @example whe_01k0d5f7h9k2n4q6s8v0x3z5b7
                 */
                id: components["parameters"]["EndpointId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["EndpointLocation"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["MessageNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["EndpointDisabled"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listSavedExports: {
        parameters: {
            query?: {
                /**
                 * @description Only what was saved later than this moment.
                 * @example 2025-06-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["SavedAfter"];
                /**
                 * @description Only what was saved earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["SavedBefore"];
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of saved exports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedExportList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createSavedExport: {
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
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["SavedExportLocation"];
                    "Idempotent-Replayed": components["headers"]["SavedExportReplayed"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["SavedExportLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedExport"];
                };
            };
            400: components["responses"]["BadSavedExport"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            409: components["responses"]["TooManySavedExports"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableSavedExport"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getSavedExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a saved export of your workspace. A malformed one is answered like one that does not exist.
                 * @example exp_01k0e8g2j4m6p8r0t2v4x6z8b1
                 */
                id: components["parameters"]["SavedExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved export. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedExport"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["SavedExportNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    deleteSavedExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a saved export of your workspace. A malformed one is answered like one that does not exist.
                 * @example exp_01k0e8g2j4m6p8r0t2v4x6z8b1
                 */
                id: components["parameters"]["SavedExportId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["SavedExportNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getSavedExportFile: {
        parameters: {
            query?: {
                /**
                 * @description The file as of this moment, to read an earlier period; without it, as of now. The period of `previous_month` is the month before
                 *     the one that contains it. The moment is in one of the years 2000 to 2099, in UTC.
                 * @example 2025-07-15T00:00:00.000Z
                 */
                at?: components["parameters"]["SavedExportAt"];
            };
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a saved export of your workspace. A malformed one is answered like one that does not exist.
                 * @example exp_01k0e8g2j4m6p8r0t2v4x6z8b1
                 */
                id: components["parameters"]["SavedExportId"];
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
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Content-Disposition": components["headers"]["ExportFileName"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ExportLines"];
                    "text/csv": components["schemas"]["ExportTable"];
                    "application/vnd.apache.parquet": components["schemas"]["ExportParquet"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["SavedExportNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /**
                 * @description Only alerts of this kind. An unknown kind has no alerts.
                 * @example key.limit_near
                 */
                kind?: components["parameters"]["AlertKindFilter"];
                /**
                 * @description Only alerts that are `open`, or only those that have `recovered`.
                 * @example open
                 */
                state?: components["parameters"]["AlertStateFilter"];
                /**
                 * @description Only alerts that were raised later than this moment.
                 * @example 2025-06-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["AlertCreatedAfter"];
                /**
                 * @description Only alerts that were raised earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["AlertCreatedBefore"];
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
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["BeyondAlertRights"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getAlertSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertSettings"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    updateAlertSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertSettings"];
                };
            };
            400: components["responses"]["BadAlertSettings"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    queryMetrics: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to add up, and how to group it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MetricsQuery"];
            };
        };
        responses: {
            /** @description The rows, by time, and those of one time by cost. What has no runs is left out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metrics"];
                };
            };
            400: components["responses"]["BadMetrics"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MetricsTooWide"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    listScores: {
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
                 * @description Only scores with exactly this name.
                 * @example helpfulness
                 */
                name?: components["parameters"]["ScoreName"];
                /**
                 * @description Only scores of people, or only those of programs.
                 * @example human
                 */
                source?: components["parameters"]["ScoreSource"];
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
                 * @description Only scores saved later than this moment.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                createdAfter?: components["parameters"]["ScoreCreatedAfter"];
                /**
                 * @description Only scores saved earlier than this moment.
                 * @example 2025-08-01T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["ScoreCreatedBefore"];
            };
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of scores. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScoreList"];
                };
            };
            400: components["responses"]["BadPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    createScore: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The request key of this score: 1 to 255 visible ASCII characters of your choice, unique to the score that you want. A value
                 *     that starts with a quote must be one structured-field string of RFC 9651, and means the same key as its bare form. The same
                 *     key and body give the same score, the same key and another body are refused.
                 * @example judge-0042-helpfulness
                 */
                "Idempotency-Key": components["parameters"]["ScoreIdempotencyKey"];
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The score. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScore"];
            };
        };
        responses: {
            /** @description The request key was known, and this is the score that was saved before. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["ScoreLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Score"];
                };
            };
            /** @description The score is saved. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["ScoreLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Score"];
                };
            };
            400: components["responses"]["BadScore"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["BodyTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnacceptableScore"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getScore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a score of your workspace. A malformed one is answered like one that does not exist.
                 * @example scr_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                id: components["parameters"]["ScoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The score. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Score"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ScoreNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    deleteScore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                /**
                 * @description The `id` of a score of your workspace. A malformed one is answered like one that does not exist.
                 * @example scr_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                id: components["parameters"]["ScoreId"];
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ScoreNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getExport: {
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
                 * @description The beginning of the span.
                 * @example 2025-07-01T00:00:00.000Z
                 */
                from: components["parameters"]["ExportFrom"];
                /**
                 * @description The end of the span, which is not part of it.
                 * @example 2025-07-04T00:00:00.000Z
                 */
                to: components["parameters"]["ExportTo"];
                /**
                 * @description Only the rows of this end user.
                 * @example customer-204
                 */
                endUserId?: components["parameters"]["ExportEndUser"];
            };
            header?: {
                /**
                 * @description W3C trace context to continue. A malformed value is ignored.
                 * @example 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
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
                    Vary: components["headers"]["Vary"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Content-Disposition": components["headers"]["ExportFileName"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ExportLines"];
                    "text/csv": components["schemas"]["ExportTable"];
                    "application/vnd.apache.parquet": components["schemas"]["ExportParquet"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["DownloadLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["RunInternalError"];
            503: components["responses"]["RunOverloaded"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
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
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process takes requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlNoStore"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
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
    getOpenApiDocument: {
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
    getDocs: {
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
                    Vary: components["headers"]["Vary"];
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
                    Vary: components["headers"]["Vary"];
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
    getClientPackage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of packages that you have. Where the package is still one of them, the answer is 304.
                 * @example "q1Zb0S2kXvE"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description `model-run-client.tgz`, the same with the version of the client, or the name of the wheel. Anything else is answered with 404.
                 * @example model-run-client.tgz
                 */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The package. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlPage"];
                    ETag: components["headers"]["PackageETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": components["schemas"]["ClientPackage"];
                    "application/zip": components["schemas"]["ClientWheel"];
                };
            };
            /** @description The package is still one that is named in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlPage"];
                    ETag: components["headers"]["PackageETag"];
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
    getDocsFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of files that you have. Where the file is still one of them, the answer is 304.
                 * @example W/"q1Zb0S2kXvE"
                 */
                "If-None-Match"?: string;
                /**
                 * @description The file comes compressed with `br` or `gzip` where one of them is accepted.
                 * @example br, gzip
                 */
                "Accept-Encoding"?: string;
            };
            path: {
                /**
                 * @description `openapi.yaml`, `postman-collection.json`, `llms-full.txt`, `docs.html`, `changes.atom`, `redoc.js` or `search.js`. Anything else is answered with 404.
                 * @example openapi.yaml
                 */
                file: string;
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
                    "Cache-Control": components["headers"]["CacheControlPage"];
                    "Content-Security-Policy": components["headers"]["PolicyOfPage"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["TextETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": components["schemas"]["DocsFile"];
                    "text/plain": components["schemas"]["DocsFile"];
                    "text/html": components["schemas"]["Page"];
                    "text/javascript": components["schemas"]["DocsFile"];
                    "application/atom+xml": components["schemas"]["DocsFile"];
                    "application/json": components["schemas"]["RequestCollection"];
                };
            };
            /** @description The file is still one that is named in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlPage"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["TextETag"];
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
    getDocsIndex: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of texts that you have. Where the text is still one of them, the answer is 304.
                 * @example W/"q1Zb0S2kXvE"
                 */
                "If-None-Match"?: string;
                /**
                 * @description The text comes compressed with `br` or `gzip` where one of them is accepted.
                 * @example br, gzip
                 */
                "Accept-Encoding"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlPage"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["TextETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": components["schemas"]["DocsIndex"];
                };
            };
            /** @description The text is still one that is named in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlPage"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["TextETag"];
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
    getGuide: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of texts that you have. Where the text is still one of them, the answer is 304.
                 * @example W/"q1Zb0S2kXvE"
                 */
                "If-None-Match"?: string;
                /**
                 * @description The text comes compressed with `br` or `gzip` where one of them is accepted.
                 * @example br, gzip
                 */
                "Accept-Encoding"?: string;
            };
            path: {
                /**
                 * @description The name of the guide; with `.md` at its end, in Markdown. One that is not there is answered with 404.
                 * @example money.md
                 */
                guide: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The guide. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlPage"];
                    "Content-Security-Policy": components["headers"]["PolicyOfPage"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["TextETag"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": components["schemas"]["Page"];
                    "text/markdown": components["schemas"]["GuideText"];
                };
            };
            /** @description The text is still one that is named in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlPage"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["TextETag"];
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
    getReference: {
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
            path: {
                /**
                 * @description The name of the group. One that is not there is answered with 404.
                 * @example model-runs
                 */
                group: string;
            };
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
                    Vary: components["headers"]["Vary"];
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
                    Vary: components["headers"]["Vary"];
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
    getProblemDocs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `code` of a problem. One that is not documented is answered with 404.
                 * @example insufficient_credit
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The section is elsewhere; `Location` says where. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    "Cache-Control": components["headers"]["CacheControlPage"];
                    Vary: components["headers"]["Vary"];
                    Location: components["headers"]["SectionLocation"];
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
    receiveRunCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the message, the same in every attempt. Who has seen it before answers 2xx and does nothing.
                 * @example msg_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970.
                 * @example 1751362202
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature, or two while the secret is being rotated: `v1,` and the base64 of HMAC-SHA256 over id, time and body,
                 *     joined by dots.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What happened. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunEvent"];
            };
        };
        responses: {
            /**
             * @description Any 2xx within 15 seconds means that the message is taken; the body is not read. 410 disables the endpoint. After
             *     everything else, a redirect too, the message is sent again later.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveRunFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the message, the same in every attempt. Who has seen it before answers 2xx and does nothing.
                 * @example msg_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970.
                 * @example 1751362202
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature, or two while the secret is being rotated: `v1,` and the base64 of HMAC-SHA256 over id, time and body,
                 *     joined by dots.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What happened. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunEvent"];
            };
        };
        responses: {
            /**
             * @description Any 2xx within 15 seconds means that the message is taken; the body is not read. 410 disables the endpoint. After
             *     everything else, a redirect too, the message is sent again later.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveRunNeedsReconciliation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the message, the same in every attempt. Who has seen it before answers 2xx and does nothing.
                 * @example msg_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970.
                 * @example 1751362202
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature, or two while the secret is being rotated: `v1,` and the base64 of HMAC-SHA256 over id, time and body,
                 *     joined by dots.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What happened. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunEvent"];
            };
        };
        responses: {
            /**
             * @description Any 2xx within 15 seconds means that the message is taken; the body is not read. 410 disables the endpoint. After
             *     everything else, a redirect too, the message is sent again later.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCreditLow: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the message, the same in every attempt. Who has seen it before answers 2xx and does nothing.
                 * @example msg_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970.
                 * @example 1751362202
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature, or two while the secret is being rotated: `v1,` and the base64 of HMAC-SHA256 over id, time and body,
                 *     joined by dots.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What happened. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreditEvent"];
            };
        };
        responses: {
            /**
             * @description Any 2xx within 15 seconds means that the message is taken; the body is not read. 410 disables the endpoint. After
             *     everything else, a redirect too, the message is sent again later.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveKeyLimitNear: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the message, the same in every attempt. Who has seen it before answers 2xx and does nothing.
                 * @example msg_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970.
                 * @example 1751362202
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature, or two while the secret is being rotated: `v1,` and the base64 of HMAC-SHA256 over id, time and body,
                 *     joined by dots.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What happened. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyLimitEvent"];
            };
        };
        responses: {
            /**
             * @description Any 2xx within 15 seconds means that the message is taken; the body is not read. 410 disables the endpoint. After
             *     everything else, a redirect too, the message is sent again later.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveRunsFailureRateHigh: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the message, the same in every attempt. Who has seen it before answers 2xx and does nothing.
                 * @example msg_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970.
                 * @example 1751362202
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature, or two while the secret is being rotated: `v1,` and the base64 of HMAC-SHA256 over id, time and body,
                 *     joined by dots.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What happened. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FailureRateEvent"];
            };
        };
        responses: {
            /**
             * @description Any 2xx within 15 seconds means that the message is taken; the body is not read. 410 disables the endpoint. After
             *     everything else, a redirect too, the message is sent again later.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveRechargeOff: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the message, the same in every attempt. Who has seen it before answers 2xx and does nothing.
                 * @example msg_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970.
                 * @example 1751362202
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature, or two while the secret is being rotated: `v1,` and the base64 of HMAC-SHA256 over id, time and body,
                 *     joined by dots.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What happened. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RechargeOffEvent"];
            };
        };
        responses: {
            /**
             * @description Any 2xx within 15 seconds means that the message is taken; the body is not read. 410 disables the endpoint. After
             *     everything else, a redirect too, the message is sent again later.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveBudgetReached: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the message, the same in every attempt. Who has seen it before answers 2xx and does nothing.
                 * @example msg_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970.
                 * @example 1751362202
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature, or two while the secret is being rotated: `v1,` and the base64 of HMAC-SHA256 over id, time and body,
                 *     joined by dots.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What happened. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BudgetReachedEvent"];
            };
        };
        responses: {
            /**
             * @description Any 2xx within 15 seconds means that the message is taken; the body is not read. 410 disables the endpoint. After
             *     everything else, a redirect too, the message is sent again later.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCustomerBlocked: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names the message, the same in every attempt. Who has seen it before answers 2xx and does nothing.
                 * @example msg_01k0a2v4xfe8t9m3c5h7j1q6wz
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description When this attempt was made, in seconds since 1970.
                 * @example 1751362202
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description One signature, or two while the secret is being rotated: `v1,` and the base64 of HMAC-SHA256 over id, time and body,
                 *     joined by dots.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What happened. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerBlockedEvent"];
            };
        };
        responses: {
            /**
             * @description Any 2xx within 15 seconds means that the message is taken; the body is not read. 410 disables the endpoint. After
             *     everything else, a redirect too, the message is sent again later.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

/**
 * A text that a set which may grow has in a later version, and this one does not list. It can be any, but a literal is none:
 * the pattern is there because the compiler compares every literal with `string`.
 */
export type Unlisted = `unlisted ${string}` & { readonly [unlisted]: true };
declare const unlisted: unique symbol;

/** The paths with plain text where the contract has an open set, for clients that map types. */
export type PlainPaths = Plain<paths>;
type Plain<T> = T extends string
    ? Unlisted extends T ? string : T
    : T extends object ? { [Member in keyof T]: Plain<T[Member]> } : T;
