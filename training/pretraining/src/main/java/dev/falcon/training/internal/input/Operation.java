// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.RandomStream;

/**
 * The operations of RandAugment, as selected and scaled by ALBEF. Levels range from 0 to 10;
 * operations with a direction take either direction with equal probability.
 */
enum Operation {
  IDENTITY {
    @Override
    byte[] apply(byte[] pixels, int width, int height, int level, RandomStream random) {
      return pixels;
    }
  },
  AUTO_CONTRAST {
    @Override
    byte[] apply(byte[] pixels, int width, int height, int level, RandomStream random) {
      Tones.autoContrast(pixels);
      return pixels;
    }
  },
  EQUALISE {
    @Override
    byte[] apply(byte[] pixels, int width, int height, int level, RandomStream random) {
      Tones.equalise(pixels);
      return pixels;
    }
  },
  BRIGHTNESS {
    @Override
    byte[] apply(byte[] pixels, int width, int height, int level, RandomStream random) {
      Tones.brighten(pixels, factor(level));
      return pixels;
    }
  },
  SHARPNESS {
    @Override
    byte[] apply(byte[] pixels, int width, int height, int level, RandomStream random) {
      return Sharpness.apply(pixels, width, height, factor(level));
    }
  },
  SHEAR_X {
    @Override
    byte[] apply(byte[] pixels, int width, int height, int level, RandomStream random) {
      float shear = (float) signed(level * 0.03, random);
      return new AffineWarp(1, shear, 0, 0, 1, 0).apply(pixels, width, height);
    }
  },
  SHEAR_Y {
    @Override
    byte[] apply(byte[] pixels, int width, int height, int level, RandomStream random) {
      float shear = (float) signed(level * 0.03, random);
      return new AffineWarp(1, 0, 0, shear, 1, 0).apply(pixels, width, height);
    }
  },
  TRANSLATE_X {
    @Override
    byte[] apply(byte[] pixels, int width, int height, int level, RandomStream random) {
      return new AffineWarp(1, 0, signed(level, random), 0, 1, 0).apply(pixels, width, height);
    }
  },
  TRANSLATE_Y {
    @Override
    byte[] apply(byte[] pixels, int width, int height, int level, RandomStream random) {
      return new AffineWarp(1, 0, 0, 0, 1, signed(level, random)).apply(pixels, width, height);
    }
  },
  ROTATE {
    @Override
    byte[] apply(byte[] pixels, int width, int height, int level, RandomStream random) {
      return AffineWarp.rotation(signed(level * 3, random), width, height)
          .apply(pixels, width, height);
    }
  };

  /**
   * Applies the operation, possibly in place.
   *
   * @param pixels [height x width x 3]
   * @param level the strength, in [0, 10]
   * @return the changed picture [height x width x 3]
   */
  abstract byte[] apply(byte[] pixels, int width, int height, int level, RandomStream random);

  /** Returns the factor of a level, from 0.1 at level 0 to 1.9 at level 10. */
  private static float factor(int level) {
    return (float) (level / 10.0 * 1.8 + 0.1);
  }

  private static double signed(double value, RandomStream random) {
    return random.nextDouble() < 0.5 ? -value : value;
  }
}
