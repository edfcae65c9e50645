import { describe, expect, it } from 'vitest';
import { chargeOf } from '../../server/runs/outcomes.ts';

describe('the charge', () => {
  const agreed = {
    feeBasisPoints: 500,
    scale: 9,
    reservedAmount: 1_000_000,
  };

  it("takes the provider's figure before the price list", () => {
    expect(chargeOf({ cost: '0.0000123451', listAmount: 1_000_000 }, agreed)).toEqual({
      providerAmount: 12_346,
      feeAmount: 618,
      chargedAmount: 12_964,
    });
  });

  it('takes an explicit zero as a figure', () => {
    expect(chargeOf({ cost: '0', listAmount: undefined }, agreed)).toEqual({
      providerAmount: 0,
      feeAmount: 0,
      chargedAmount: 0,
    });
  });

  it('leaves every amount out where nothing was reported', () => {
    expect(chargeOf({ cost: undefined, listAmount: undefined }, agreed)).toEqual({});
  });

  it('cuts the fee first where the cost comes near the hold', () => {
    expect(chargeOf({ cost: '0.00099', listAmount: undefined }, agreed)).toEqual({
      providerAmount: 990_000,
      feeAmount: 10_000,
      chargedAmount: 1_000_000,
    });
  });

  it('makes the deployment pay the excess over the hold', () => {
    expect(chargeOf({ cost: '0.003', listAmount: undefined }, agreed)).toEqual({
      providerAmount: 3_000_000,
      feeAmount: 0,
      chargedAmount: 1_000_000,
      absorbedAmount: 2_000_000,
    });
  });
});
