# SPDX-License-Identifier: Apache-2.0
class Aicalc < Formula
  desc "Calculators for sizing AI infrastructure"
  homepage "https://example.org/aicalc"
  url "https://example.org/aicalc-1.1.0-source.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"

  depends_on "cmake" => :build
  depends_on "cjson"

  def install
    system "cmake", "-S", ".", "-B", "build", "-DAICALC_TESTS=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_match "40.00 GiB", shell_output("#{bin}/aicalc kvcache --model llama-3.1-70b --context 128Ki")
  end
end
