"""
What schemathesis can't read out of the contracts: how one signs in, which names there are, and what the documents
say in words only. It signs in, makes the requests that schemathesis means to be accepted keep those words, and names
the refusals that it misunderstands, each with its operations and the reason. main.ts starts schemathesis with it.
"""

import base64
import functools
import hmac
import os
import random
import re
import time
import uuid
from datetime import datetime, timedelta, timezone

import requests
import schemathesis
from schemathesis.core.media_types import YAML_MEDIA_TYPES
from schemathesis.core.parameters import ParameterLocation

SERVICE = os.environ["MODEL_RUN_BASE_URL"]
DASHBOARD = f"{SERVICE}/v1/dashboard"
WORKSPACE = os.environ["WORKSPACE"]
EMAIL = os.environ["EMAIL"]
PASSWORD = os.environ["PASSWORD"]
KEY = os.environ["KEY"]
MAILBOX = os.environ["MAILBOX"]
TERMS_URL = os.environ["TERMS_URL"]
TOOL_CALL = {"tool": "sandbox/echo", "input": {"text": "Hello"}}
MODELS = ["sandbox/echo", "sandbox/tool-caller", "sandbox/thinker", "sandbox/refused", "sandbox/unpriced"]
#: Between the least and the largest amount of a payment.
PAID = 10_000_000_000
TIME_ZONE = "Europe/Berlin"
SOON = (datetime.now(timezone.utc) + timedelta(days=1)).isoformat()
#: Its own, since hypothesis sets that of the module back before each example.
chance = random.Random()


# Who asks


def from_a_page():
    """
    What a browser on a page of the dashboard sends. Each request comes from an address of its own, since attempts to
    sign in are limited for each address.
    """
    address = ".".join(str(chance.randint(1, 254)) for _ in range(3))
    return {"Sec-Fetch-Site": "same-origin", "X-Forwarded-For": f"10.{address}"}


def send(method, path, **options):
    headers = {**from_a_page(), "Idempotency-Key": uuid.uuid4().hex}
    answer = requests.request(method, DASHBOARD + path, headers=headers, timeout=30, **options)
    answer.raise_for_status()
    return answer


def sign_in():
    return session_of(send("POST", "/session", json={"email": EMAIL, "password": PASSWORD}))


def session_of(answer):
    name, value = answer.headers["Set-Cookie"].split(";")[0].split("=", 1)
    return {name: value}


def create_with_key(path, body):
    """Creates something, as a program does; waits for the end of a run."""
    headers = {"Authorization": f"Bearer {KEY}", "Idempotency-Key": uuid.uuid4().hex, "Prefer": "wait=30"}
    answer = requests.post(f"{SERVICE}/v1/developer{path}", json=body, headers=headers, timeout=60)
    answer.raise_for_status()
    return answer.json()


@schemathesis.auth(refresh_interval=5).apply_to(path_regex="^/v1/dashboard/")
class Session:
    """A new one every few seconds, because each has a limited rate."""

    def get(self, case, context):
        return sign_in()

    def set(self, case, data, context):
        case.cookies = {**(case.cookies or {}), **data}


class Owner:
    """Makes what requests name, with a session that no request under test can end."""

    cookies = None

    def send(self, method, path, **options):
        try:
            return self.send_once(method, path, **options)
        except requests.HTTPError:
            self.cookies = None
            return self.send_once(method, path, **options)

    def send_once(self, method, path, **options):
        self.cookies = self.cookies or sign_in()
        path = f"/workspaces/{WORKSPACE}{path}"
        return send(method, path, cookies=self.cookies, **options).json()


owner = Owner()


# What there is


def invitation(**to):
    return owner.send("POST", "/invitations", json={"role": "member", **to})


def token(**to):
    return invitation(**to)["url"].split("#token=")[1]


def someone_new():
    email = f"{uuid.uuid4().hex}@example.com"
    return {"name": "Somebody", "email": email, "password": PASSWORD, "acceptedTermsUrl": TERMS_URL}


def join():
    """Makes a member, by a link to its email: joins by other links have a daily limit. Returns who it is and its session."""
    person = someone_new()
    answer = send("POST", "/invitations/accept", json={"token": token(email=person["email"]), **person})
    return {**person, "id": answer.json()["user"]["id"], "session": session_of(answer)}


def key_id():
    body = {"name": "a key", "scopes": ["models:run"]}
    return owner.send("POST", "/keys", json=body)["key"]["id"]


def own_key_id():
    """Of a key that the calling key has made, which changes no others, with credit of its own, which may fall back."""
    body = {"name": "a key", "scopes": ["models:read"], "creditAmount": 1_000}
    return create_with_key("/keys", body)["key"]["id"]


def run_id():
    return owner.send("GET", "/runs")["data"][0]["id"]


#: Of a run that began the trace: so the second half of this is the id of its span.
TRACE = create_with_key("/tool-runs", TOOL_CALL)["traceId"]


def user_id():
    """Of a new member: the owner's own membership is to stay."""
    return join()["id"]


def own_session_id():
    """Of a new session of the owner."""
    sessions = send("GET", "/me/sessions", cookies=sign_in()).json()["data"]
    return next(each["id"] for each in sessions if each["current"])


@functools.cache
def job_id():
    source = "console.log('Hello'); job.writeFile('result.json', '{}')"
    body = {"environment": "javascript", "source": source, "outputs": ["result.json"], "timeoutSeconds": 60}
    return create_with_key("/compute-jobs", body)["id"]


@functools.cache
def tool_run_id():
    return create_with_key("/tool-runs", TOOL_CALL)["id"]


@functools.cache
def attributed_session_id():
    """The session that a run is attributed to."""
    create_with_key("/tool-runs", {**TOOL_CALL, "attribution": {"sessionId": "a-session"}})
    return "a-session"


@functools.cache
def prompt_name():
    """Of a prompt with two versions."""
    for text in ["Hello, {{name}}!", "Good evening, {{name}}!"]:
        owner.send("POST", "/prompts", json={"name": "a-prompt", "text": text})
    return "a-prompt"


def customer():
    """Made again once a request has erased it."""
    try:
        owner.send("GET", "/customer", params={"endUserId": "a-customer"})
    except requests.HTTPError:
        owner.send("POST", "/customers", json={"endUserId": "a-customer"})
    return "a-customer"


def customer_grant_id():
    grant = owner.send("POST", "/customer/grants", params={"endUserId": customer()}, json={"amount": 1})
    return grant["id"]


def made_export_id():
    """Of one whose file is ready, if there is one: a workspace has 20 at the most."""
    made = owner.send("GET", "/made-exports")["data"]
    if not made:
        body = {"dataset": "charges", "format": "csv", "month": SOON[:7]}
        made = [owner.send("POST", "/made-exports", json=body)]
    return next((each for each in made if each["state"] == "ready"), made[0])["id"]


def saved_export_id():
    saved = owner.send("GET", "/saved-exports")["data"]
    if saved:
        return saved[0]["id"]
    body = {"name": "Charges", "dataset": "charges", "format": "csv", "period": "previous_month"}
    return owner.send("POST", "/saved-exports", json=body)["id"]


def new_endpoint_id():
    body = {"url": "https://hooks.example.com/runs", "eventTypes": ["run.completed"]}
    return owner.send("POST", "/webhook-endpoints", json=body)["endpoint"]["id"]


def message():
    """Of a run that has ended, to an endpoint of its own."""
    endpoint = new_endpoint_id()
    create_with_key("/tool-runs", TOOL_CALL)
    messages = owner.send("GET", f"/webhook-endpoints/{endpoint}/deliveries")["data"]
    return {"endpointId": endpoint, "messageId": messages[0]["id"]}


#: Made before requests under test use up the endpoints that a workspace can have.
MESSAGE = message()


def endpoint_id():
    """Of an endpoint that MESSAGE was not sent to: a new one if there is none."""
    endpoints = owner.send("GET", "/webhook-endpoints")["data"]
    others = [each["id"] for each in endpoints if each["id"] != MESSAGE["endpointId"]]
    return others[0] if others else new_endpoint_id()


# Second factors: each person has one of its own, because the owner signs in without


def code_of(secret):
    """The code of an app at this moment, by RFC 6238."""
    padded = secret + "=" * (-len(secret) % 8)
    digest = hmac.digest(base64.b32decode(padded), int(time.time() // 30).to_bytes(8, "big"), "sha1")
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 1_000_000:06d}"


def starting_factor(case):
    case.cookies = join()["session"]
    case.body["currentPassword"] = PASSWORD


def accepting_factor(case):
    case.cookies = join()["session"]
    body = {"currentPassword": PASSWORD}
    app = send("POST", "/me/second-factor", cookies=case.cookies, json=body).json()
    case.body = {"code": code_of(app["secret"])}


def using_factor(case):
    """With a recovery code: the code that confirmed the app is used up."""
    accepting_factor(case)
    confirmed = send("POST", "/me/second-factor/confirmation", cookies=case.cookies, json=case.body)
    case.body = {"currentPassword": PASSWORD, "code": confirmed.json()["recoveryCodes"][0]}


FACTORS = {
    "startSecondFactor": starting_factor,
    "acceptSecondFactor": accepting_factor,
    "rotateRecoveryCodes": using_factor,
    "deleteSecondFactor": using_factor,
}


def sign_up_token():
    """Of the link in the email to somebody who has no account."""
    email = someone_new()["email"]
    send("POST", "/sign-ups", json={"email": email})
    return token_of_mail(email, "create-account")


def reset_token():
    """Of the link in the email to somebody who forgot the password."""
    email = join()["email"]
    send("POST", "/password-resets", json={"email": email})
    return token_of_mail(email, "new-password")


def token_of_mail(email, page):
    link = requests.get(MAILBOX, params={"to": email, "page": page}, timeout=30)
    link.raise_for_status()
    return link.text.split("#token=")[1]


#: Parameters of paths, the prefixes of their values, and how to get an existing value.
PATH_PARAMETERS = {
    "keyId": ("key_", key_id),
    "invitationId": ("inv_", lambda: invitation()["invitation"]["id"]),
    "userId": ("user_", user_id),
    "runId": ("run_", run_id),
    "endpointId": ("whe_", endpoint_id),
    "savedExportId": ("exp_", saved_export_id),
    "madeExportId": ("mex_", made_export_id),
}
#: These always name the same thing, which no request ends.
KEPT = {
    "workspaceId": lambda: WORKSPACE,
    "jobId": job_id,
    "artifactName": lambda: "result.json",
    "toolRunId": tool_run_id,
    "promptName": prompt_name,
    "version": lambda: "1",
}
#: They end or change what they name, so each gets one of its own.
ENDING = {
    *{"rotateKey", "deleteMember", "updateMember", "cancelRun", "createLookUp"},
    *{"deleteMadeExport", "deleteWorkspaceSavedExport"},
}
#: Those of one customer that leave it.
OF_CUSTOMER = {
    *{"getWorkspaceCustomer", "updateWorkspaceCustomer", "getCustomerMonths"},
    *{"listWorkspaceCustomerGrants", "createWorkspaceCustomerGrant", "revokeWorkspaceCustomerGrant"},
}


def name_what_there_is(case, operation):
    """Generated text names nothing, and would be answered with 404. Names of examples and of answers may stay."""
    for parameter, (prefix, make) in PATH_PARAMETERS.items():
        if parameter not in case.path_parameters:
            continue
        is_name = str(case.path_parameters[parameter]).startswith(prefix)
        if operation in ENDING or not is_name:
            case.path_parameters[parameter] = make()
    for parameter in KEPT.keys() & case.path_parameters.keys():
        case.path_parameters[parameter] = KEPT[parameter]()
    if operation in {"updateApiKey", "rotateApiKey", "revokeApiKey"}:
        # Not the key of the requests.
        case.path_parameters["id"] = own_key_id()
    if operation in {"getTrace", "getSpan", "getWorkspaceTrace", "getSpanOfTrace"}:
        case.path_parameters["traceId"] = TRACE
    if operation in {"getSpan", "getSpanOfTrace"}:
        case.path_parameters["spanId"] = TRACE[16:]
    if operation == "createWebhookResend":
        case.path_parameters.update(MESSAGE)
    if operation == "revokeWorkspaceCustomerGrant":
        case.path_parameters["grantId"] = customer_grant_id()
    if operation == "createEndpointResend":
        case.path_parameters.update({"id": MESSAGE["endpointId"], "messageId": MESSAGE["messageId"]})
    if operation == "deleteOwnSession":
        case.path_parameters["ownSessionId"] = own_session_id()


# What the documents say in words


def conversation(body):
    """The model is one of the catalog; names of tools differ; choices need tools; a user has the last word."""
    body["model"] = chance.choice(MODELS)
    body["maxOutputTokens"] = min(body["maxOutputTokens"], 1_000)
    tools = body.get("tools") or []
    for index, tool in enumerate(tools):
        tool["name"] = f"{tool['name'][:60]}{index}"
    if not tools:
        body.pop("tool_choice", None)
        body.pop("parallel_tool_calls", None)
    elif isinstance(body.get("tool_choice"), dict):
        body["tool_choice"]["function"]["name"] = tools[0]["name"]
    if body["messages"][-1]["role"] != "user":
        body["messages"].append({"role": "user", "content": "Go on."})


def batch(body):
    """A request key stands once in a batch."""
    for each in body["requests"]:
        each["idempotencyKey"] = uuid.uuid4().hex
        conversation(each["request"])


def job(body):
    """The environment is the one that there is, with its limits; a file has one content and a path of its own."""
    body["environment"] = "javascript"
    body["timeoutSeconds"] = min(body.get("timeoutSeconds") or 60, 60)
    body.pop("command", None)
    body.pop("resources", None)
    body["source"] = "job.writeFile('result.json', '{}')"
    for index, file in enumerate(body.get("files") or []):
        file["path"] = f"file-{index}"
        if "content" in file:
            file.pop("contentBase64", None)
        else:
            file["contentBase64"] = "YSxi"
    if body.get("outputs"):
        body["outputs"] = ["result.json"]


def tool_call(body):
    """The tool is one of the catalog, in the version that it has now."""
    body["tool"] = "sandbox/echo"
    body.pop("version", None)
    body["input"] = {"text": "Hello"}
    body["timeoutSeconds"] = min(body.get("timeoutSeconds") or 60, 60)


def prompt(body):
    """A prompt is a text or a conversation, and has the variables of its texts."""
    body["text"] = "Hello, {{name}}!"
    for member in ["messages", "tools", "variables", "config"]:
        body.pop(member, None)


def rendering(body):
    """The newest version, with the variable of the prompts above."""
    body.pop("label", None)
    body.pop("version", None)
    body["variables"] = {"name": "World"}


def score(body):
    """A score is of one thing, and that exists."""
    body.pop("span", None)
    body.pop("sessionId", None)
    body["runId"] = run_id()


def key(body):
    """An expiry is to come, a key gets no more than there is, and only a key with credit falls back to the wallet."""
    if (body.get("expiresAt") or SOON) < SOON:
        body["expiresAt"] = SOON
    if body.get("creditAmount") is not None:
        body["creditAmount"] = min(body["creditAmount"], 1_000)
    else:
        body.pop("walletFallback", None)


def key_of_key(body):
    """Only people let a key manage keys or charge cards."""
    key(body)
    scopes = [each for each in body["scopes"] if each not in {"keys:write", "billing:write"}]
    body["scopes"] = scopes or ["models:read"]


def webhook(body):
    """Only an address of the public internet; no schema says what one looks like."""
    if "url" in body:
        body["url"] = "https://hooks.example.com/runs"


def destination(body):
    """Only an address of the public internet; each header once."""
    if "url" in body:
        body["url"] = "https://otel.example.com/v1/traces"
    for index, header in enumerate(body.get("headers") or []):
        header["name"] = f"x-header-{index}"


def label_move(body):
    """To a version that there is, from wherever the label is."""
    body["version"] = 1
    body.pop("fromVersion", None)


def resetting(body):
    body.update({"token": reset_token(), "newPassword": f"{uuid.uuid4().hex} horses"})


def joining(body):
    body.update(someone_new())


def signing_in(body):
    body.update({"email": EMAIL, "password": PASSWORD})


def changing_password(body):
    """To the same, so that the next request can sign in."""
    body.update({"currentPassword": PASSWORD, "newPassword": PASSWORD})


def link(body):
    """A token that could be one becomes one, so that the rest of the body decides the answer."""
    if isinstance(body.get("token"), str) and re.fullmatch(r"[^\0]{1,256}", body["token"], re.DOTALL):
        body["token"] = token()


def signing_up(body):
    """The link names the email, and nobody has invited it."""
    body.update({"token": sign_up_token(), "password": f"{uuid.uuid4().hex} horses", "name": "Somebody"})
    body.update({"workspaceName": "Acme", "acceptedTermsUrl": TERMS_URL})
    body.pop("invitations", None)


def reading_sign_up(body):
    body["token"] = sign_up_token()


def payment(body):
    """`payments` of the wallet has the bounds."""
    body["amount"] = PAID


def auto_recharge(body):
    """One recharge is enough, and a month pays one."""
    body.update({"thresholdAmount": PAID, "rechargeAmount": PAID, "monthCapAmount": 2 * PAID})


def settings(body):
    if "timeZone" in body:
        body["timeZone"] = TIME_ZONE


def grant(body):
    """An expiry is to come, and what a customer may spend has an end."""
    body["amount"] = min(body["amount"], 1_000)
    if (body.get("expiresAt") or SOON) < SOON:
        body["expiresAt"] = SOON


def credit(body):
    """One reference credits once, and a wallet has an end."""
    body["amount"] = min(body["amount"], 1_000)
    body["reference"] = f"{body['reference'][:160]}{uuid.uuid4().hex}"


BODIES = {
    "createModelRun": conversation,
    "estimateModelRun": conversation,
    "createModelRunBatch": batch,
    "createComputeJob": job,
    "estimateComputeJob": job,
    "createToolRun": tool_call,
    "estimateToolRun": tool_call,
    "createPromptVersion": prompt,
    "renderPrompt": rendering,
    "createScore": score,
    "createPlaygroundEstimate": conversation,
    "createPlaygroundRun": conversation,
    "createVersionOfPrompt": prompt,
    "createLabelMove": label_move,
    "createScoreOfPerson": score,
    "createEndpoint": webhook,
    "updateEndpoint": webhook,
    "createWebhookEndpoint": webhook,
    "updateWebhookEndpoint": webhook,
    "createDestination": destination,
    "updateDestination": destination,
    "createApiKey": key_of_key,
    "updateApiKey": key,
    "createKey": key,
    "updateKey": key,
    "createSession": signing_in,
    "updatePassword": changing_password,
    "acceptInvitation": joining,
    "acceptPasswordReset": resetting,
    "createCredit": credit,
    "createCustomerGrant": grant,
    "createWorkspaceCustomerGrant": grant,
    "getSignUp": reading_sign_up,
    "acceptSignUp": signing_up,
    "createPayment": payment,
    "createBillingPayment": payment,
    "updateAutoRecharge": auto_recharge,
    "updateBillingRecharge": auto_recharge,
    "updateWorkspace": settings,
}


def keep_the_words(case, operation):
    # A cursor comes out of an answer, and belongs to the filters that it came with.
    case.query.pop("cursor", None)
    # Two ways to name one version of a prompt.
    if "label" in case.query:
        case.query.pop("version", None)
    # Charges by label are of one label.
    if case.query.get("by") == "label":
        case.query.setdefault("label", "feature")
    # The version that the label was on, which only a read of it tells.
    if operation == "updatePromptLabel":
        case.headers.pop("If-Match", None)
    if "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = uuid.uuid4().hex
    if "timeZone" in case.query:
        case.query["timeZone"] = TIME_ZONE
    if operation == "acceptInvitation":
        # Whoever is signed in would join as who they are, and the owner is a member already.
        case.cookies = {}
    if operation in {"createCardSetup", "createBillingCardPage"}:
        owner.send("PUT", "/auto-recharge", json={"thresholdAmount": PAID, "rechargeAmount": PAID, "monthCapAmount": PAID})
    if operation in OF_CUSTOMER:
        case.query["endUserId"] = customer()
    if operation == "getDiffOfPrompt":
        case.query.update({"from": 1, "to": 2})
    if operation == "getWorkspaceSession":
        case.query["sessionId"] = attributed_session_id()
    if operation in BODIES and isinstance(case.body, dict):
        BODIES[operation](case.body)
    if operation in FACTORS and isinstance(case.body, dict):
        FACTORS[operation](case)


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.path.startswith("/v1/dashboard/"):
        for name, value in from_a_page().items():
            case.headers.setdefault(name, value)
    if case.meta is None:
        return
    operation = case.operation.definition.raw["operationId"]
    if not case.meta.is_negative_at(ParameterLocation.PATH):
        name_what_there_is(case, operation)
    if operation in {"getInvitation", "acceptInvitation"} and isinstance(case.body, dict):
        link(case.body)
    if case.meta.generation.mode.is_positive:
        keep_the_words(case, operation)


# What schemathesis reads in answers


@schemathesis.deserializer(
    *("text/html", "text/csv", "text/javascript", "text/markdown", "application/x-ndjson"),
    # The contract has it as a text. Otherwise schemathesis reads it with the first of its own.
    *YAML_MEDIA_TYPES,
)
def text(context, response):
    return response.content.decode()


# What schemathesis cannot write


@schemathesis.serializer("application/x-protobuf")
def protobuf(context, value):
    """A message of OpenTelemetry with one empty list of spans, whatever the value."""
    return b"\x0a\x00"


# What schemathesis misunderstands

ANY_OPERATION = ".*"
ANY_DETAIL = ""
PLAYGROUND = "createPlaygroundEstimate|createPlaygroundRun"
MODEL_RUNS = f"createModelRun|createModelRunBatch|estimateModelRun|{PLAYGROUND}"
RUNS = f"{MODEL_RUNS}|createToolRun|estimateToolRun|createComputeJob|estimateComputeJob"
TIME_RANGES = "getUsage|getExport|queryMetrics|getPromptUsage|getUsageOfPrompt"
PROMPTS = "createPromptVersion|renderPrompt|updatePromptLabel|createVersionOfPrompt|createPromptPreview"
DESTINATIONS = "createDestination|updateDestination"
SHOWN_NAMES = "createSavedExport|createWorkspaceSavedExport|updateMe|updateWorkspace"
SAVED_EXPORT_FILES = "getSavedExportFile|getFileOfSavedExport"
NAMING = "createKey|updateKey|createSavedView|updateSavedView"
#: By failure, operations, code of the problem and a pattern in its detail. The comment above each is the reason.
MISUNDERSTANDINGS = [
    # Its list of refusals of invalid requests lacks 431, which a text of 65,537 characters in a path, a query or a
    # header gets before any schema is asked.
    ("AcceptedNegativeData", ANY_OPERATION, "headers_too_large", ANY_DETAIL),
    # Nor 413, which a body gets that is larger than any that the schema allows.
    ("AcceptedNegativeData", ANY_OPERATION, "payload_too_large", ANY_DETAIL),
    # Only the payment provider can sign its events.
    ("RejectedPositiveData", "receivePaymentEvent", "invalid_request", "Stripe-Signature is not"),
    # No schema can say which results belong to which calls. That every conversation ends with a user's message is seen
    # to above; the rest of the rules is tried by test/service/conversation.test.ts.
    ("RejectedPositiveData", MODEL_RUNS, "inconsistent_tool_calls", ANY_DETAIL),
    # The descriptions of the bodies say so: a schema can't, of JSON that is passed through.
    ("RejectedPositiveData", f"{RUNS}|{PROMPTS}|{DESTINATIONS}", "invalid_request", "the NUL character"),
    ("RejectedPositiveData", RUNS, "invalid_request", "more than 50000 values"),
    # The description says which permissions are for admins: those of a category that has a `write` permission.
    ("RejectedPositiveData", "updateWorkspace", "invalid_request", "can be given by admins only"),
    # A schema can't know how long a file is.
    ("RejectedPositiveData", "getComputeJobArtifact", "range_not_satisfiable", ANY_DETAIL),
    # A schema can't compare two moments; the descriptions bound the range, and the years that it is within.
    ("RejectedPositiveData", TIME_RANGES, "invalid_request", "to must be later than from"),
    ("RejectedPositiveData", TIME_RANGES, "invalid_request", "from is more than"),
    ("RejectedPositiveData", TIME_RANGES, "invalid_request", "from is before 1970"),
    ("RejectedPositiveData", TIME_RANGES, "invalid_request", "to is after the year 9999"),
    ("RejectedPositiveData", SAVED_EXPORT_FILES, "invalid_request", "^at must be in one of the years"),
    ("RejectedPositiveData", "queryMetrics", "metrics_too_wide", ANY_DETAIL),
    # The descriptions of the measures say which dimensions each of them has.
    ("RejectedPositiveData", "queryMetrics", "invalid_request", "is not a dimension of"),
    # A schema can't know the variables of a prompt, nor which versions it has.
    ("RejectedPositiveData", PROMPTS, "invalid_variables", ANY_DETAIL),
    ("RejectedPositiveData", PROMPTS, "invalid_prompt", ANY_DETAIL),
    # Unicode decides what is blank, changes the direction of text or looks like a link; the description of `name` says so.
    ("RejectedPositiveData", NAMING, "invalid_request", "A name has 1 to 100 printable characters"),
    ("RejectedPositiveData", SHOWN_NAMES, "invalid_request", "^(Use 1 to 100 printable|Leave out links)"),
    # The description says which characters a value has: the form shows the service's words, not a pattern.
    ("RejectedPositiveData", DESTINATIONS, "invalid_request", "A header must be text of visible ASCII"),
    # The hold depends on the prices of the catalog, and the bound of prompts on the configuration.
    ("RejectedPositiveData", RUNS, "hold_above_maximum", ANY_DETAIL),
    ("RejectedPositiveData", MODEL_RUNS, "prompt_too_large", ANY_DETAIL),
    # Another request has set what its end user may spend.
    ("RejectedPositiveData", RUNS, "end_user_budget_reached", ANY_DETAIL),
    # The catalog lists what a model takes; the description of response_format says what goes with json_schema.
    ("RejectedPositiveData", MODEL_RUNS, "unsupported_parameter", ANY_DETAIL),
    ("RejectedPositiveData", MODEL_RUNS, "unsupported_input", ANY_DETAIL),
    # The dashboard has one code for all of these refusals of a run. That the model is offered is seen to above.
    ("RejectedPositiveData", PLAYGROUND, "run_refused", "^(?!This model isn't offered)"),
    ("RejectedPositiveData", MODEL_RUNS, "invalid_request", "json_schema goes together"),
    ("RejectedPositiveData", MODEL_RUNS, "invalid_request", "json_schema is required"),
]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    operation = case.operation.definition.raw["operationId"]
    if response.headers.get("content-type") != ["application/problem+json"]:
        return True
    problem = response.json()
    return not any(
        type(failure).__name__ == name
        and re.fullmatch(operations, operation)
        and problem["code"] == code
        and re.search(detail, problem["detail"])
        for name, operations, code, detail in MISUNDERSTANDINGS
    )
