/** The standard variables of OpenTelemetry, as the service reads them. */
import { expect, it } from 'vitest';
import { describeConfig, readConfig } from '../../server/platform/config/index.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

it('nothing is recorded without a collector, and where the SDK is disabled', () => {
  expect(readConfig({}).tracing).toBeUndefined();
  expect(readConfig({ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
  expect(readConfig(ENDPOINT).tracing).toEqual({
    ...{ endpoint: 'http://collector:4318', headers: {}, serviceName: 'model-run-api' },
    ...{ resourceAttributes: {}, capturesContent: false },
    sampler: { name: 'parentbased_always_on', ratio: 1 },
  });
});

it('headers and attributes are lists of names and values, and headers are secret', () => {
  const environment = {
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team=a%2Cb',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,region=eu%20west',
  };
  const { tracing } = readConfig(environment);
  expect(tracing?.headers).toEqual({ authorization: 'Bearer abc', 'x-team': 'a,b' });
  expect(tracing?.resourceAttributes).toEqual({
    ...{ 'deployment.environment.name': 'test', region: 'eu west' },
  });
  const shown = new Map(describeConfig(environment).map(({ name, value }) => [name, value]));
  expect(shown.get('OTEL_EXPORTER_OTLP_HEADERS')).toBe('(secret)');
  expect(shown.get('OTEL_RESOURCE_ATTRIBUTES')).toBe(
    'deployment.environment.name=test,region=eu%20west',
  );
});

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be a URL such as'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no pair', 'must be a list such as name=value'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=%E0%A4%A', 'must be a list such as name=value'],
  ['OTEL_TRACES_SAMPLER', 'sometimes', 'must be one of always_on'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'must be a number from 0 to 1'],
])('%s=%s is refused', (name, value, fault) => {
  expect(() => readConfig({ [name]: value })).toThrow(fault);
});

it('the access log is on in production, and where it is asked for', () => {
  expect(readConfig({}).accessLog).toBe(false);
  expect(readConfig({ NODE_ENV: 'production' }).accessLog).toBe(true);
  expect(readConfig({ NODE_ENV: 'production', ACCESS_LOG: 'off' }).accessLog).toBe(false);
});
