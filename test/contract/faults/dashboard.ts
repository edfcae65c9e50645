/** Faults of the contracts of people that only their own rules find. */
import { type Faults, moved, plus, to, without } from './plant.ts';

const workspace = 'paths /v1/dashboard/workspaces/{workspaceId}';
const credit = `${workspace}/wallet/credits post`;
const wallet = `${workspace}/wallet get`;
const keys = `${workspace}/keys get`;
const invitations = `${workspace}/invitations get`;
const signIn = 'paths /v1/dashboard/session post';
const me = 'paths /v1/dashboard/me get';
const responses = 'components responses';

export const dashboardFaults: Faults = {
  'contract/roles-say-who-may-call': [
    ['an operation that names no role', wallet, without('x-role')],
    ['a role that nobody has', `${wallet} x-role`, to('root')],
    ['an operation for admins that asks for no session', `${credit} security`, to([])],
    ['one that anybody may also call without', `${credit} security`, to([{ session: [] }, {}])],
    ['one that asks for nothing in particular', `${keys} security`, to([{}])],
    ['a session where nobody is to need one', `${signIn} security`, to([{ session: [] }])],
    ['a role in no workspace', `${me} x-role`, to('member')],
    ['a workspace that anybody who is signed in sees', `${keys} x-role`, to('user')],
    ['a change that can come from anywhere', `${signIn} responses`, without('403')],
    ['a role that lets everybody by', `${invitations} responses`, without('403')],
    ['a refusal that never comes', `${wallet} responses`, plus({ '403': forbidden() })],
  ],
  'rule/operations-with-a-key-can-refuse-it': [
    ['no 401', `${me} responses`, without('401')],
    ['no 429', `${keys} responses`, without('429')],
  ],
  'rule/operations-with-a-body-can-refuse-it': [
    ['no 413', `${signIn} responses`, without('413')],
    ['no 415', `${credit} responses`, without('415')],
  ],
  'response-contains-header': [
    ['no challenge', `${responses} Unauthenticated headers`, without('WWW-Authenticate')],
    ['no Retry-After', `${responses} RateLimited headers`, moved('Retry-After', 'X-After')],
    [
      'a redirect to nowhere',
      'paths /v1/dashboard/session/oidc get responses 303 headers',
      moved('Location', 'X-Location'),
    ],
  ],
};

const operator = 'paths /v1/operator/me get';

export const operatorFaults: Faults = {
  'contract/roles-say-who-may-call': [
    ['an operation that names no role', operator, without('x-role')],
    ['whoever is signed in', `${operator} x-role`, to('user')],
    ['a role of a workspace', `${operator} x-role`, to('owner')],
    ['an operation that asks for no session', `${operator} security`, to([])],
    ['one that refuses nobody', `${operator} responses`, without('403')],
  ],
};

function forbidden() {
  return { $ref: '#/components/responses/Forbidden' };
}
